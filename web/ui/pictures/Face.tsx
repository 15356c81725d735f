import { piecesOf } from 'contract/pictures/faces.ts';
import { memo } from 'react';

/** A request's sign: thirty pieces, one lit per vote. With all thirty it has a dark disc and a bright center. */
export const Face = memo(function Face({
  id,
  genre,
  votes,
  className = '',
}: {
  id: string;
  genre: string;
  votes: number;
  className?: string;
}) {
  const pieces = piecesOf(id, genre);
  const whole = votes >= pieces.length;
  return (
    <svg aria-hidden="true" viewBox="-50 -50 100 100" className={`shrink-0 ${className}`}>
      {whole && <circle r="50" fill={`oklch(0.25 0.08 ${pieces[29]!.hue})`} />}
      {pieces.map(({ shape, transform, hue }, index) => (
        <path
          key={transform}
          d={shape}
          transform={transform}
          fillRule="evenodd"
          style={{ fill: index < votes ? colorOf(hue, whole) : 'var(--color-lamp)' }}
        />
      ))}
      <circle r="4.5" style={{ fill: whole ? 'var(--color-on-scrim)' : 'var(--color-faint)' }} />
    </svg>
  );
});

/** Light pieces on the dark disc and in the dark theme, deeper ones on light ground. */
function colorOf(hue: number, onDisc: boolean): string {
  const bright = `oklch(0.77 0.15 ${hue})`;
  return onDisc ? bright : `light-dark(oklch(0.6 0.16 ${hue}), ${bright})`;
}
