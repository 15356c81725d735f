import { t } from '@lingui/core/macro';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../lib/session.tsx';
import { usePlayerState } from '../player/PlayerContext.tsx';
import { AppLink } from '../ui/AppLink.tsx';
import { lazyLayer } from '../ui/layers/lazy-layer.tsx';
import { isWithin, navLinks } from './Header.tsx';

const PlayerArea = lazyLayer(() => import('./PlayerArea.tsx'));

/** Delay between loading the page and the player bar, ms. */
const PRELOAD_DELAY = 300;

/** The player and, on phones and tablets, the navigation. Keeps its height in `--bottom-bar`: pages end above it. */
export function BottomBar() {
  const box = useRef<HTMLDivElement>(null);
  const hasSong = usePlayerState((state) => state.song !== null);
  useEffect(() => {
    const timer = setTimeout(PlayerArea.preload, PRELOAD_DELAY);
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(() => {
    const element = box.current!;
    const observer = new ResizeObserver(() => {
      document.documentElement.style.setProperty('--bottom-bar', `${element.offsetHeight}px`);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} className="fixed inset-x-0 bottom-0 z-30">
      {hasSong && <PlayerArea />}
      <TabBar />
    </div>
  );
}

/** The navigation of phones and tablets, at the bottom within the thumb's reach. */
function TabBar() {
  const { tier } = useSession();
  const [path] = useLocation();
  return (
    <nav
      aria-label={t`Main`}
      className="border-t border-line bg-stage pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="mx-auto flex max-w-md justify-around">
        {navLinks(tier).map(
          ({ href, name, icon: Icon, className = '' }) =>
            Icon && (
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
            ),
        )}
      </ul>
    </nav>
  );
}
