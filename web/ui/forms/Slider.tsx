import type { CSSProperties } from 'react';

/** A horizontal slider. It is a native input, which supports keyboard, touch and screen readers. */
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
