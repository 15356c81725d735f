import './initials.css';
import type { CSSProperties } from 'react';

/** Another person by their first two letters, on a color of their own. */
export function Initials({ name, className }: { name: string; className: string }) {
  const hue = [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 360, 7);
  return (
    <span
      aria-hidden="true"
      data-letters={[...name].slice(0, 2).join('').toUpperCase()}
      style={{ '--hue': hue } as CSSProperties}
      className={`avatar initials grid place-items-center rounded-full font-semibold before:content-[attr(data-letters)] ${className}`}
    />
  );
}
