import { lengthDiffers, TRACK_NAME_MAX } from 'contract/publishing-constants.ts';
import { formatDuration } from '../../lib/format.ts';
import { Field } from '../../ui/Field.tsx';
import { GenreChoice } from '../../ui/GenreChoice.tsx';
import type { FieldErrors, FieldName, Fields } from './fields.ts';
import { parseDuration } from './parse-duration.ts';

export interface FieldsProps {
  fields: Fields;
  /** The errors that are visible. */
  errors: FieldErrors;
  onChange: (name: FieldName, value: string) => void;
  onBlur: (name: FieldName) => void;
}

/** The props that connect a text field to the form. */
export function fieldProps({ fields, errors, onChange, onBlur }: FieldsProps, name: FieldName) {
  return {
    value: fields[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => onChange(name, target.value),
    onBlur: () => onBlur(name),
  };
}

/** Title, artist, duration and genre, which every track has. */
export function TrackFields({ measured, ...props }: FieldsProps & { measured: number | undefined }) {
  const { fields, errors, onChange } = props;
  return (
    <>
      <Field
        label="Title"
        required
        autoComplete="off"
        dir="auto"
        maxLength={TRACK_NAME_MAX}
        {...fieldProps(props, 'title')}
      />
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
        <Field
          label="Artist"
          required
          autoComplete="off"
          dir="auto"
          maxLength={TRACK_NAME_MAX}
          {...fieldProps(props, 'display_artist')}
        />
        <Field
          label="Duration"
          required
          autoComplete="off"
          placeholder="MM:SS"
          maxLength={7}
          {...fieldProps(props, 'duration_seconds')}
        />
      </div>
      <LengthNote
        typed={parseDuration(fields.duration_seconds)}
        measured={measured}
        onUse={(text) => onChange('duration_seconds', text)}
      />
      <GenreChoice
        folded
        value={fields.genre}
        error={errors.genre}
        onChoose={(genre) => onChange('genre', genre)}
      />
    </>
  );
}

/** Points out that the entered duration differs from the file's; both in seconds. */
function LengthNote({
  typed,
  measured,
  onUse,
}: {
  typed: number | null;
  measured: number | undefined;
  onUse: (text: string) => void;
}) {
  if (typed === null || measured === undefined || !lengthDiffers(typed, measured)) return null;
  const length = formatDuration(Math.max(1, Math.round(measured)));
  return (
    <p role="status" className="-mt-2 flex flex-wrap items-center gap-x-3 text-[0.9375rem]">
      <span className="text-warn">
        The file lasts {length}, not {formatDuration(typed)}.
      </span>
      <button
        type="button"
        onClick={() => onUse(length)}
        className="min-h-11 font-semibold text-ember-ink hover:underline md:min-h-9"
      >
        Use {length}
      </button>
    </p>
  );
}
