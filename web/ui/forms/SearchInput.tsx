import { Search } from 'lucide-react';

/** A search field that filters a list. */
export function SearchInput({
  label,
  placeholder,
  value,
  onChange,
  className,
}: {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  className: string;
}) {
  return (
    <label className={`relative min-w-44 ${className}`}>
      <span className="sr-only">{label}</span>
      <Search size={16} aria-hidden="true" className="absolute top-1/2 start-4 -translate-y-1/2 text-faint" />
      <input
        type="search"
        value={value}
        maxLength={200}
        placeholder={placeholder}
        onChange={({ target }) => onChange(target.value)}
        className="h-11 w-full rounded-full border border-line bg-stage pe-4 ps-10 placeholder:text-faint focus:border-ember-ink focus:outline-none focus-visible:ring-2 focus-visible:ring-ember-ink md:h-10"
      />
    </label>
  );
}
