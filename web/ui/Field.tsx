import { type ComponentProps, type ReactNode, useId } from 'react';

/** A labeled field with a hint below, which an error replaces. */
export function Field({
  label,
  hint,
  error,
  aside,
  ...input
}: ComponentProps<'input'> & {
  label: string;
  hint?: string;
  error?: string | undefined;
  aside?: ReactNode;
}) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside}
      </div>
      <input
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        {...input}
        className="h-12 w-full rounded-md border border-line bg-ground px-4 transition placeholder:text-faint hover:border-faint focus:border-ember-ink focus:outline-none focus-visible:ring-2 focus-visible:ring-ember-ink aria-invalid:border-bad"
      />
      {note && (
        <p id={`${id}-note`} className={`text-sm ${error ? 'text-bad' : 'text-faint'}`}>
          {note}
        </p>
      )}
    </div>
  );
}

/** The error of a whole form, above its fields. */
export function ErrorBox({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded-md border border-bad px-4 py-3 text-bad">
      {children}
    </p>
  );
}
