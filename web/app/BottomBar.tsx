import { useEffect, useLayoutEffect, useRef } from 'react';
import { usePlayerState } from '../player/PlayerContext.tsx';
import { lazyLayer } from '../ui/lazy-layer.tsx';
import { TabBar } from './TabBar.tsx';

const PlayerArea = lazyLayer(() => import('./PlayerArea.tsx'));

/** How long after the page the player bar is loaded; ms. */
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
