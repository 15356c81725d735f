import { t } from '@lingui/core/macro';
import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';

/** A labeled field with a hint below, which an error replaces. A password can be shown. */
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
  const [isShown, setShown] = useState(false);
  const isSecret = input.type === 'password';
  const note = error ?? hint;
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside}
      </div>
      <div className="relative">
        <input
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          {...input}
          type={isShown ? 'text' : input.type}
          className={`${isSecret ? 'pe-14' : ''} h-12 w-full rounded-md border border-line bg-ground px-4 transition placeholder:text-faint hover:border-faint focus:border-ember-ink focus:outline-none focus-visible:ring-2 focus-visible:ring-ember-ink aria-invalid:border-bad`}
        />
        {isSecret && (
          <button
            type="button"
            aria-pressed={isShown}
            aria-controls={id}
            onClick={() => setShown(!isShown)}
            className="absolute top-0 end-0 h-12 px-3 text-sm font-medium text-soft hover:text-ink"
          >
            {isShown ? t`Hide` : t`Show`}
          </button>
        )}
      </div>
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
        className="h-11 cursor-pointer appearance-none rounded-full border border-line bg-stage pe-10 ps-4 transition hover:border-faint md:h-10"
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
        className="pointer-events-none absolute top-1/2 end-4 -translate-y-1/2 text-soft"
      />
    </span>
  );
}
