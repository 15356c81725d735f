import { msg, t } from '@lingui/core/macro';
import { type LanguageCode, languages } from 'contract/languages.ts';
import { canUpgrade } from 'contract/plans.ts';
import {
  Coins,
  Compass,
  Keyboard,
  Languages,
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
import { language } from '../lib/i18n.ts';
import { useSession } from '../lib/session.tsx';
import { signOut } from '../lib/sign-out.ts';
import { permanent } from '../lib/storage/storage.ts';
import { chooseLanguage, offeredLanguages } from '../ui/LanguageChoice.tsx';
import { MenuRoot, useKeyboardOpening } from '../ui/layers/menu.tsx';
import { shortcuts } from './shortcuts.ts';

const row =
  'flex min-h-11 md:min-h-10 cursor-pointer select-none items-center gap-3 rounded-sm px-3 text-[0.9375rem] outline-none data-highlighted:bg-raised';

const themeIcons = { system: Monitor, dark: Moon, light: Sun } as const;
const themeNames = { system: msg`Match system`, dark: msg`Dark`, light: msg`Light` };

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
    <MenuRoot defaultOpen>
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
                <span className="flex-1">{canUpgrade(viewer.plan_tier) ? t`Upgrade` : t`Plans`}</span>
                <PlanName tier={viewer.plan_tier} />
              </Menu.Item>
              <Menu.Item onSelect={getCredits} className={`${row} md:hidden!`}>
                <Coins size={17} aria-hidden="true" className="text-ember-ink" />
                <span className="flex-1">{t`Credits`}</span>
                <span className="figures text-sm text-faint">
                  {credits === undefined ? '–' : formatCount(credits)}
                </span>
              </Menu.Item>
              <Go href="/profile" icon={<User size={17} />}>
                {t`Profile`}
              </Go>
              <Go href="/" icon={<Compass size={17} />}>
                {t`Explore`}
              </Go>
              <Go href="/library" icon={<Library size={17} />}>
                {t`Library`}
              </Go>
              <Go href="/playlists" icon={<ListMusic size={17} />}>
                {t`Playlists`}
              </Go>
              {menu.map(({ href, name, icon: Icon }) => (
                <Go key={href} href={href} icon={<Icon size={17} />}>
                  {t(name)}
                </Go>
              ))}
            </>
          ) : (
            <>
              <Go href="/login" icon={<LogIn size={17} />}>
                {t`Log In`}
              </Go>
              <Go href="/signup" icon={<UserPlus size={17} />}>
                {t`Sign Up`}
              </Go>
            </>
          )}
          <Line />
          <Menu.RadioGroup value={theme} onValueChange={choose} aria-label={t`Theme`}>
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
                  <span className="flex-1">{t(themeNames[name])}</span>
                  <Menu.ItemIndicator className="size-2 rounded-full bg-ember" />
                </Menu.RadioItem>
              );
            })}
          </Menu.RadioGroup>
          <Line />
          {offeredLanguages().length > 1 && (
            <Menu.Sub>
              <Menu.SubTrigger className={row}>
                <Languages size={17} aria-hidden="true" className="text-soft" />
                <span className="flex-1">{t`Language`}</span>
                <span className="text-sm text-faint">{languages[language as LanguageCode].name}</span>
              </Menu.SubTrigger>
              <Menu.Portal>
                <Menu.SubContent
                  collisionPadding={12}
                  className="menu z-50 max-h-[80dvh] overflow-y-auto rounded-md border border-line bg-stage p-1.5 text-ink shadow-float"
                >
                  <Menu.RadioGroup
                    value={language}
                    onValueChange={(code) => void chooseLanguage(code as LanguageCode)}
                  >
                    {offeredLanguages().map((code) => (
                      <Menu.RadioItem key={code} value={code} lang={code} className={row}>
                        <span className="flex-1">{languages[code].name}</span>
                        <Menu.ItemIndicator className="size-2 rounded-full bg-ember" />
                      </Menu.RadioItem>
                    ))}
                  </Menu.RadioGroup>
                </Menu.SubContent>
              </Menu.Portal>
            </Menu.Sub>
          )}
          <Menu.Item onSelect={() => shortcuts.set(true)} className={row}>
            <Keyboard size={17} aria-hidden="true" className="text-soft" />
            <span className="flex-1">{t`Keyboard shortcuts`}</span>
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
              {t`Sign Out`}
            </Menu.Item>
          )}
        </Menu.Content>
      </Menu.Portal>
    </MenuRoot>
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
