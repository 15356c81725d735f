import { useLocation } from 'wouter';
import { useSession } from '../lib/session.tsx';
import { AppLink } from '../ui/AppLink.tsx';
import { isWithin, navLinks } from './nav-links.ts';

/** The navigation of phones and tablets, at the bottom within the thumb's reach. */
export function TabBar() {
  const { tier } = useSession();
  const [path] = useLocation();
  return (
    <nav
      aria-label="Main"
      className="border-t border-line bg-stage pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="mx-auto flex max-w-md justify-around">
        {navLinks(tier).map(({ href, name, icon: Icon, className = '' }) => (
          <li key={href} className={`flex-1 ${className}`}>
            <AppLink
              href={href}
              aria-current={isWithin(path, href) ? 'page' : undefined}
              className="flex h-14 flex-col items-center justify-center gap-0.5 text-xs font-medium text-faint transition aria-[current=page]:text-ember-ink"
            >
              <Icon size={21} aria-hidden="true" />
              {name}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
