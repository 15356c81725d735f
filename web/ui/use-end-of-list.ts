import { useEffect, useRef } from 'react';

/** Calls `onNear` when what carries the answered ref comes within a screen of sight, while `more` is to be had. */
export function useEndOfList(more: boolean, onNear: () => void) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!more) return;
    const watch = new IntersectionObserver(([entry]) => entry!.isIntersecting && onNear(), {
      rootMargin: '100%',
    });
    watch.observe(end.current!);
    return () => watch.disconnect();
  }, [more, onNear]);
  return end;
}
