import { lengthDiffers, TRACK_NAME_MAX } from 'contract/publishing-constants.ts';
import { formatDuration } from '../../lib/format.ts';
import { Field } from '../../ui/Field.tsx';
import { GenreChoice } from '../../ui/GenreChoice.tsx';
import { type FieldName, type Fields, type Problems, secondsOf } from './fields.ts';

export interface FieldsProps {
  fields: Fields;
  /** Those that are to be shown already. */
  problems: Problems;
  onType: (field: FieldName, text: string) => void;
  /** A field was left. */
  onLeave: (field: FieldName) => void;
}

/** What a text field of the form is given. */
export function bound({ fields, problems, onType, onLeave }: FieldsProps, name: FieldName) {
  return {
    value: fields[name],
    error: problems[name],
    onChange: ({ target }: { target: { value: string } }) => onType(name, target.value),
    onBlur: () => onLeave(name),
  };
}

/** Title, artist, length and genre: what every track has. */
export function TrackFields({ measured, ...props }: FieldsProps & { measured: number | undefined }) {
  const { fields, problems, onType } = props;
  return (
    <>
      <Field
        label="Title"
        required
        autoComplete="off"
        dir="auto"
        maxLength={TRACK_NAME_MAX}
        {...bound(props, 'title')}
      />
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
        <Field
          label="Artist"
          required
          autoComplete="off"
          dir="auto"
          maxLength={TRACK_NAME_MAX}
          {...bound(props, 'display_artist')}
        />
        <Field
          label="Duration"
          required
          autoComplete="off"
          placeholder="MM:SS"
          maxLength={7}
          {...bound(props, 'duration_seconds')}
        />
      </div>
      <LengthNote
        typed={secondsOf(fields.duration_seconds)}
        measured={measured}
        onUse={(text) => onType('duration_seconds', text)}
      />
      <GenreChoice
        folded
        value={fields.genre}
        error={problems.genre}
        onChoose={(genre) => onType('genre', genre)}
      />
    </>
  );
}

/** Points out a typed length that is not the file's, both in seconds. */
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
