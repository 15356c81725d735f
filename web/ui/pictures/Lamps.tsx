import type { CSSProperties } from 'react';

/** Progress toward a goal as a row of lamps; the newest lit one glows. Screen readers read the text beside it instead. */
export function Lamps({ lit, goal, className = 'h-3' }: { lit: number; goal: number; className?: string }) {
  const on = Math.min(lit, goal);
  return (
    <div
      aria-hidden="true"
      className={`grid grid-cols-[repeat(var(--goal),minmax(0,1fr))] gap-[2.5px] ${className}`}
      style={{ '--goal': goal } as CSSProperties}
    >
      {Array.from({ length: goal }, (_, index) => (
        <span
          key={index}
          className={`rounded-[3px] ${index < on ? 'ember forced-colors:bg-[CanvasText]' : 'bg-lamp forced-colors:border'} ${index === on - 1 && on < goal ? 'lamp-newest' : ''}`}
        />
      ))}
    </div>
  );
}
