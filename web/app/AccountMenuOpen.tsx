import { canUpgrade } from 'contract/plans.ts';
import {
  Coins,
  Compass,
  Keyboard,
  Library,
  ListMusic,
  LogIn,
  LogOut,
  Monitor,
  Moon,
  Sparkles,
  Sun,
  User,
  UserPlus,
} from 'lucide-react';
import { DropdownMenu as Menu } from 'radix-ui';
import { type MouseEvent, type ReactElement, type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { menu } from '../extension-parts.ts';
import { PlanName } from '../features/accounts/PlanBadge.tsx';
import { getCredits, useCredits, viewPlans } from '../lib/credits.ts';
import { formatCount } from '../lib/format.ts';
import { loadPage } from '../lib/http/page-loader.ts';
import { useSession } from '../lib/session.tsx';
import { signOut } from '../lib/sign-out.ts';
import { permanent } from '../lib/storage/storage.ts';
import { useKeyboardOpening } from '../ui/layers/menu.tsx';
import { shortcuts } from './shortcuts.ts';

const row =
  'flex min-h-11 md:min-h-10 cursor-pointer select-none items-center gap-3 rounded-sm px-3 text-[0.9375rem] outline-none data-highlighted:bg-raised';

const themeIcons = { system: Monitor, dark: Moon, light: Sun } as const;
const themeNames = { system: 'Match system', dark: 'Dark', light: 'Light' } as const;

/** §2's entries for members or visitors, the theme, and the shortcuts. */
export default function AccountMenuOpen({ trigger, opened }: { trigger: ReactElement; opened: MouseEvent }) {
  const { viewer } = useSession();
  const credits = useCredits(false)?.credits;
  const [, navigate] = useLocation();
  const focusFirst = useKeyboardOpening(opened);
  const [theme, setTheme] = useState(chosenTheme);
  const choose = (value: string) => {
    setTheme(value as Theme);
    chooseTheme(value as Theme);
  };
  return (
    <Menu.Root defaultOpen modal={false}>
      <Menu.Trigger asChild>{trigger}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Content
          ref={focusFirst}
          align="end"
          sideOffset={8}
          collisionPadding={12}
          className="menu z-50 min-w-60 rounded-md border border-line bg-stage p-1.5 text-ink shadow-float"
        >
          {viewer ? (
            <>
              <Menu.Label className="px-3 pt-2 pb-1.5">
                <span className="block max-w-56 truncate font-semibold">
                  {viewer.name || viewer.username}
                </span>
                <span className="block max-w-56 truncate text-sm text-faint">{viewer.email}</span>
              </Menu.Label>
              <Line />
              {/* On wider screens the header has the plan's badge and 'Upgrade'. */}
              <Menu.Item onSelect={viewPlans} className={`${row} md:hidden!`}>
                <Sparkles size={17} aria-hidden="true" className="text-ember-ink" />
                <span className="flex-1">{canUpgrade(viewer.plan_tier) ? 'Upgrade' : 'Plans'}</span>
                <PlanName tier={viewer.plan_tier} />
              </Menu.Item>
              <Menu.Item onSelect={getCredits} className={`${row} md:hidden!`}>
                <Coins size={17} aria-hidden="true" className="text-ember-ink" />
                <span className="flex-1">Credits</span>
                <span className="figures text-sm text-faint">
                  {credits === undefined ? '–' : formatCount(credits)}
                </span>
              </Menu.Item>
              <Go href="/profile" icon={<User size={17} />}>
                Profile
              </Go>
              <Go href="/" icon={<Compass size={17} />}>
                Explore
              </Go>
              <Go href="/library" icon={<Library size={17} />}>
                Library
              </Go>
              <Go href="/playlists" icon={<ListMusic size={17} />}>
                Playlists
              </Go>
              {menu.map(({ href, name, icon: Icon }) => (
                <Go key={href} href={href} icon={<Icon size={17} />}>
                  {name}
                </Go>
              ))}
            </>
          ) : (
            <>
              <Go href="/login" icon={<LogIn size={17} />}>
                Log In
              </Go>
              <Go href="/signup" icon={<UserPlus size={17} />}>
                Sign Up
              </Go>
            </>
          )}
          <Line />
          <Menu.RadioGroup value={theme} onValueChange={choose} aria-label="Theme">
            {themes.map((name) => {
              const Icon = themeIcons[name];
              return (
                <Menu.RadioItem
                  key={name}
                  value={name}
                  onSelect={(event) => event.preventDefault()}
                  className={row}
                >
                  <Icon size={17} aria-hidden="true" className="text-soft" />
                  <span className="flex-1">{themeNames[name]}</span>
                  <Menu.ItemIndicator className="size-2 rounded-full bg-ember" />
                </Menu.RadioItem>
              );
            })}
          </Menu.RadioGroup>
          <Line />
          <Menu.Item onSelect={() => shortcuts.set(true)} className={row}>
            <Keyboard size={17} aria-hidden="true" className="text-soft" />
            <span className="flex-1">Keyboard shortcuts</span>
            <kbd className="font-sans text-faint">?</kbd>
          </Menu.Item>
          {viewer && (
            <Menu.Item
              className={row}
              onSelect={() => {
                signOut();
                navigate('/');
              }}
            >
              <LogOut size={17} aria-hidden="true" className="text-soft" />
              Sign Out
            </Menu.Item>
          )}
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}

/** An entry that leads to a page. */
function Go({ href, icon, children }: { href: string; icon: ReactNode; children: ReactNode }) {
  const [, navigate] = useLocation();
  return (
    <Menu.Item
      className={row}
      onSelect={() => navigate(href)}
      onPointerEnter={() => loadPage(href)}
      onFocus={() => loadPage(href)}
    >
      <span aria-hidden="true" className="text-soft">
        {icon}
      </span>
      {children}
    </Menu.Item>
  );
}

function Line() {
  return <Menu.Separator className="mx-2 my-1.5 h-px bg-line" />;
}

const themes = ['system', 'dark', 'light'] as const;
type Theme = (typeof themes)[number];

const KEY = 'ovation.theme';

/** The chosen theme. A script in index.html has applied it before the first paint. */
function chosenTheme(): Theme {
  const stored = permanent.get(KEY);
  return stored === 'dark' || stored === 'light' ? stored : 'system';
}

function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    permanent.remove(KEY);
    delete document.documentElement.dataset.theme;
  } else {
    permanent.set(KEY, theme);
    document.documentElement.dataset.theme = theme;
  }
  const colorOf = (media: string) =>
    document.querySelector<HTMLMetaElement>(`meta[name=theme-color]${media}`);
  colorOf(':not([media])')?.remove();
  // Browsers take the first one that applies. The script in index.html does the same.
  const color = colorOf(`[media*=${theme}]`)?.cloneNode() as HTMLMetaElement | undefined;
  color?.removeAttribute('media');
  if (color) document.head.prepend(color);
}
