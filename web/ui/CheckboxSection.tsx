import { type ReactNode, useId } from 'react';

/** A section with one setting that is on or off. */
export function CheckboxSection({
  title,
  label,
  hint,
  checked,
  onChange,
  children,
}: {
  title: string;
  label: string;
  /** What the setting does. */
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-11">
      <h2 id={id} className="mb-3 text-title">
        {title}
      </h2>
      <label className="flex min-h-11 items-start gap-3">
        <input
          type="checkbox"
          checked={checked}
          onChange={({ target }) => onChange(target.checked)}
          className="mt-0.5 size-5 shrink-0"
        />
        <span>
          {label}
          <span className="block text-faint">{hint}</span>
        </span>
      </label>
      {children}
    </section>
  );
}
