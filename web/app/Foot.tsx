import { useLayoutEffect, useRef } from 'react';
import { PlayerBar } from '../player/PlayerBar.tsx';
import { TabBar } from './TabBar.tsx';

/** What stands at the foot of the window: the player, and on phones the navigation. The page ends above it. */
export function Foot() {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const measure = new ResizeObserver(() => {
      document.documentElement.style.setProperty('--foot', `${box.current!.offsetHeight}px`);
    });
    measure.observe(box.current!);
    return () => measure.disconnect();
  }, []);
  return (
    <div ref={box} className="fixed inset-x-0 bottom-0 z-30">
      <PlayerBar />
      <TabBar />
    </div>
  );
}
