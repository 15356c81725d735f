import type { CSSProperties } from 'react';

/** A horizontal slider: the browser's own, so that keyboard, touch and screen readers know it. */
export function Slider({
  label,
  value,
  max,
  valueText,
  onChange,
  className = '',
}: {
  label: string;
  value: number;
  max: number;
  valueText: string;
  onChange: (value: number) => void;
  className?: string;
}) {
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      min={0}
      max={max}
      step={1}
      value={value}
      onChange={(event) => onChange(event.target.valueAsNumber)}
      style={{ '--part': `${max > 0 ? (100 * value) / max : 0}%` } as CSSProperties}
      className={`slider ${className}`}
    />
  );
}
