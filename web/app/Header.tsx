import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../lib/session.tsx';
import { AppLink } from '../ui/AppLink.tsx';
import { buttonLook, IconButton } from '../ui/Button.tsx';
import { lazyLayer } from '../ui/lazy-layer.tsx';
import { Mark } from '../ui/Mark.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { isWithin, navLinks } from './nav-links.ts';
import { searching } from './shortcuts.ts';

const MemberBadges = lazyLayer(() => import('./MemberBadges.tsx'));

/** The header of every page: home, navigation, and the account. */
export function Header() {
  const { viewer, tier, loading } = useSession();
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-ground/90 backdrop-blur-xl">
      <a
        href="#main"
        className="sr-only rounded-full bg-ink px-4 py-2 font-semibold text-ground focus:not-sr-only focus:absolute focus:top-3 focus:left-3 focus:z-50"
      >
        Skip to content
      </a>
      <div className="stage-width flex h-16 items-center gap-2 md:gap-4">
        <AppLink
          href="/"
          aria-label="Ovation, home"
          // On narrow screens the name wraps out of sight and the mark remains.
          className="-ml-1 flex h-11 min-w-10 flex-wrap gap-x-2.5 overflow-hidden rounded-sm px-1 md:mr-2"
        >
          <Mark className="my-3 h-5 w-8" />
          <span className="font-display text-[1.3125rem] leading-11 font-bold tracking-[-0.02em]">
            Ovation
          </span>
        </AppLink>
        <nav aria-label="Main" className="hidden items-center gap-1 lg:flex">
          {navLinks(tier).map(({ href, name, className = '' }) => (
            <NavLink key={href} href={href} className={className}>
              {name}
            </NavLink>
          ))}
        </nav>
        <div className="flex min-h-11 flex-1 items-center justify-end gap-2">
          {/* Nothing moves when they come: they stand before everything that was there. */}
          {tier && <MemberBadges tier={tier} />}
          <IconButton label="Search" onClick={() => searching.set(true)}>
            <Search size={20} />
          </IconButton>
          {!viewer && !loading && (
            <div className="for-visitors flex gap-2">
              <AppLink href="/login" className={`${buttonLook('bare')} hidden! md:inline-flex!`}>
                Log In
              </AppLink>
              <AppLink href="/signup" className={buttonLook('ember')}>
                Sign Up
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
      className={`inline-flex min-h-10 items-center rounded-full px-3.5 font-medium text-soft transition hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink ${className}`}
    >
      {children}
    </AppLink>
  );
}
