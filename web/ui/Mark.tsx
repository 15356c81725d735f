/** Seats on a half circle as path data: points without length, which a round line cap turns into dots. */
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

/** Six, ten and fourteen: thirty lamps around the stage, as many as a song needs votes. */
const ROWS = [
  { d: seats(32, 32, 10.8, 6), color: 'var(--color-ember)' },
  { d: seats(32, 32, 19.4, 10), color: 'color-mix(in oklch, var(--color-ember), var(--color-ember-deep))' },
  { d: seats(32, 32, 28, 14), color: 'var(--color-ember-deep)' },
];

/** The product's mark. The stage takes the text's color, so it stands on any ground. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 64 40" aria-hidden="true">
      <g strokeWidth="5" strokeLinecap="round">
        {ROWS.map(({ d, color }) => (
          <path key={color} d={d} stroke={color} />
        ))}
      </g>
      <circle cx="32" cy="33" r="4.8" fill="currentColor" />
    </svg>
  );
}
