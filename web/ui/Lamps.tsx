import type { CSSProperties } from 'react';

/** A goal as a row of lamps, one lit for each step taken, the newest glowing. Screen readers get the text beside it. */
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
