import { type ComponentProps, useId } from 'react';

/** A labeled field of several lines with a hint below, which an error replaces. */
export function LongField({
  label,
  hint,
  error,
  ...area
}: ComponentProps<'textarea'> & { label: string; hint?: string; error?: string | undefined }) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={3}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        {...area}
        className="field-sizing-content max-h-48 min-h-22 w-full resize-none rounded-md border border-line bg-ground px-4 py-3 transition placeholder:text-faint hover:border-faint focus:border-ember-ink focus:outline-none focus-visible:ring-2 focus-visible:ring-ember-ink aria-invalid:border-bad"
      />
      {note && (
        <p id={`${id}-note`} className={`text-sm ${error ? 'text-bad' : 'text-faint'}`}>
          {note}
        </p>
      )}
    </div>
  );
}
