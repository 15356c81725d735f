import { ChevronDown } from 'lucide-react';

/** A native select in the shape of a pill. */
export function Select<Value extends string>({
  label,
  options,
  value,
  onChoose,
}: {
  label: string;
  /** The label of each value, in order. */
  options: { [V in Value]: string };
  value: Value;
  onChoose: (value: Value) => void;
}) {
  return (
    <span className="relative inline-block">
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => onChoose(target.value as Value)}
        className="h-11 cursor-pointer appearance-none rounded-full border border-line bg-stage pr-10 pl-4 transition hover:border-faint md:h-10"
      >
        {Object.entries<string>(options).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
      <ChevronDown
        size={16}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-4 -translate-y-1/2 text-soft"
      />
    </span>
  );
}
