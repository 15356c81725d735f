import { t } from '@lingui/core/macro';
import { pages } from 'contract/pages.ts';
import type { Tier } from 'contract/plans.ts';
import {
  CirclePlus,
  CircleUserRound,
  Compass,
  Library,
  ListMusic,
  type LucideIcon,
  Megaphone,
} from 'lucide-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { extensions } from '../extensions.ts';
import { say } from '../lib/i18n.ts';
import { useSession } from '../lib/session.tsx';
import { site } from '../lib/site.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { buttonLook } from '../ui/Button.tsx';
import { lazyLayer } from '../ui/layers/lazy-layer.tsx';
import { Avatar } from '../ui/pictures/Avatar.tsx';
import { Mark } from '../ui/pictures/Mark.tsx';
import { loadSlots } from '../ui/Slot.tsx';
import { HeaderSearch, SearchIcon } from './HeaderSearch.tsx';

// Nothing moves when extensions' items come: they come with the others.
const MemberBadges = lazyLayer(
  async () => (await Promise.all([import('./MemberBadges.tsx'), loadSlots('header')]))[0],
);

/** The header of every page: home, navigation, and the account. */
export function Header() {
  const { viewer, tier, loading } = useSession();
  const { name } = site;
  return (
    <header
      data-member={tier ?? undefined}
      className="sticky top-0 z-30 border-b border-line bg-ground/90 backdrop-blur-xl"
    >
      <a
        href="#main"
        className="sr-only rounded-full bg-ink px-4 py-2 font-semibold text-ground focus:not-sr-only focus:absolute focus:top-3 focus:start-3 focus:z-50"
      >
        {t`Skip to content`}
      </a>
      <div className="stage-width flex h-16 items-center gap-2 md:gap-4">
        <AppLink
          href="/"
          aria-label={t`${name}, home`}
          // On narrow screens the name wraps out of sight and the mark remains.
          className="-ms-1 flex h-11 min-w-10 flex-wrap gap-x-2 overflow-hidden rounded-sm px-1 md:me-2"
        >
          <Mark className="my-3 h-5 w-8" />
          <span className="font-display text-[1.375rem] leading-11 font-bold tracking-[-0.03em]">
            {site.name}
          </span>
        </AppLink>
        <nav aria-label={t`Main`} className="hidden items-center gap-1 lg:flex">
          {navLinks(tier).map(({ href, name, className = '' }) => (
            <NavLink key={href} href={href} className={className}>
              {name}
            </NavLink>
          ))}
        </nav>
        <div className="flex min-h-11 flex-1 items-center justify-end gap-2">
          <HeaderSearch />
          {/* Nothing moves when they come: they stand before everything that was there. */}
          {tier && <MemberBadges tier={tier} />}
          <SearchIcon />
          {!viewer && !loading && (
            <div className="for-visitors flex gap-2">
              <AppLink href="/login" className={`${buttonLook('bare')} hidden! md:inline-flex!`}>
                {t`Log In`}
              </AppLink>
              <AppLink href="/signup" className={buttonLook('outline')}>
                {t`Sign Up`}
              </AppLink>
            </div>
          )}
          <AccountMenu />
        </div>
      </div>
    </header>
  );
}

function NavLink({ href, className, children }: { href: string; className: string; children: ReactNode }) {
  const [path] = useLocation();
  return (
    <AppLink
      href={href}
      aria-current={isWithin(path, href) ? 'page' : undefined}
      className={`inline-flex min-h-10 items-center rounded-full px-3.5 font-medium whitespace-nowrap text-soft transition hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink ${className}`}
    >
      {children}
    </AppLink>
  );
}

const AccountMenuOpen = lazyLayer(() => import('./AccountMenuOpen.tsx'));

/** The profile menu. Its open state loads when the pointer or the focus comes near. */
function AccountMenu() {
  const [opened, setOpened] = useState<MouseEvent>();
  const { viewer } = useSession();
  const who = viewer?.name || viewer?.username || '';
  const trigger = (
    <button
      type="button"
      aria-label={viewer ? t`Account menu of ${who}` : t`Account menu`}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={AccountMenuOpen.preload}
      onFocus={AccountMenuOpen.preload}
      onClick={setOpened}
      className="grid size-11 shrink-0 place-items-center rounded-full text-soft transition hover:text-ink md:size-10"
    >
      {viewer ? (
        <Avatar user={viewer} className="size-9 text-sm" />
      ) : (
        <CircleUserRound size={24} strokeWidth={1.75} />
      )}
    </button>
  );
  return opened ? <AccountMenuOpen fallback={trigger} trigger={trigger} opened={opened} /> : trigger;
}

interface NavLink {
  href: string;
  name: string;
  /** Without one it is not in the bar of phones. */
  icon?: LucideIcon;
  /** Hides it in the server's view from those whom it is not for. */
  className?: string;
}

/** True if a path is the page of a link or below it, such as a request below the board. */
export const isWithin = (path: string, href: string) =>
  path === href || (href !== '/' && path.startsWith(`${href}/`));

/** The server draws a page for everybody; a style shows what is for the person who was here last. */
const isDrawn = typeof window === 'undefined';

/** The links of the navigation (§2): Library and Playlists for members, Create for admins, and those of extensions. */
export function navLinks(tier: Tier | null): NavLink[] {
  const drawnFor = (className: string) => (isDrawn ? { className } : {});
  return [
    { href: '/', name: t`Explore`, icon: Compass },
    ...extensions.navigation.map((page) => ({ href: pages[page].path, name: say(pages[page].title) })),
    ...(tier || isDrawn
      ? [
          { href: '/library', name: t`Library`, icon: Library, ...drawnFor('for-members') },
          { href: '/playlists', name: t`Playlists`, icon: ListMusic, ...drawnFor('for-members') },
        ]
      : []),
    { href: '/leaderboard', name: t`Requests`, icon: Megaphone },
    // Compared here because the table of plans is not part of the first chunk.
    ...(tier === 'admin' || isDrawn
      ? [{ href: '/create', name: t`Create`, icon: CirclePlus, ...drawnFor('for-admins') }]
      : []),
  ];
}
