import { useEffect, useLayoutEffect, useRef } from 'react';
import { lazy } from '../lib/lazy.ts';
import { usePlayerState } from '../player/PlayerContext.tsx';
import { Later } from '../ui/Later.tsx';
import { TabBar } from './TabBar.tsx';

const loadPlayerBar = () => import('../player/PlayerBar.tsx');
const PlayerBar = lazy(loadPlayerBar);

/** What stands at the foot of the window: the player, and on phones and tablets the navigation. The page ends above it. */
export function Foot() {
  const box = useRef<HTMLDivElement>(null);
  const chosen = usePlayerState((state) => state.song !== null);
  // The page first, then the bar: it is there before anyone has chosen a song.
  useEffect(() => {
    const timer = setTimeout(loadPlayerBar, 300);
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(() => {
    const measure = new ResizeObserver(() => {
      document.documentElement.style.setProperty('--foot', `${box.current!.offsetHeight}px`);
    });
    measure.observe(box.current!);
    return () => measure.disconnect();
  }, []);
  return (
    <div ref={box} className="fixed inset-x-0 bottom-0 z-30">
      {chosen && (
        <Later>
          <PlayerBar />
        </Later>
      )}
      <TabBar />
    </div>
  );
}
