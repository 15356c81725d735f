/** Dots on a half circle as path data: zero-length segments that a round line cap draws as dots. */
export function seats(
  x: number,
  y: number,
  radius: number,
  count: number,
  taken = (_: number) => true,
): string {
  const places = Array.from({ length: count }, (_, i) => {
    const angle = Math.PI * (1 - i / (count - 1));
    const at = (value: number) => Math.round(value * 10) / 10;
    return taken(i) ? `M${at(x + radius * Math.cos(angle))} ${at(y - radius * Math.sin(angle))}h0` : '';
  });
  return places.join('');
}

/** Rows of 6, 10 and 14: thirty lamps around the stage, one for each vote that a song needs. */
const ROWS = [
  { d: seats(32, 32, 10.8, 6), color: 'var(--color-ember)' },
  { d: seats(32, 32, 19.4, 10), color: 'color-mix(in oklch, var(--color-ember), var(--color-ember-deep))' },
  { d: seats(32, 32, 28, 14), color: 'var(--color-ember-deep)' },
];

/** The product's logo; the CSS of a site with its own shows that instead. The stage takes the color of the text, so it works on any background. */
export function Mark({ className = '' }: { className?: string }) {
  return (
    <svg className={`mark ${className}`} viewBox="0 0 64 40" aria-hidden="true">
      <g strokeWidth="5" strokeLinecap="round">
        {ROWS.map(({ d, color }) => (
          <path key={color} d={d} stroke={color} />
        ))}
      </g>
      <circle cx="32" cy="33" r="4.8" fill="currentColor" />
    </svg>
  );
}
