import { t } from '@lingui/core/macro';
import type { AudioFacts } from 'contract/features/publishing.ts';
import {
  LYRICS_MAX,
  lengthDiffers,
  PROMPT_MAX,
  TRACK_NAME_MAX,
} from 'contract/features/publishing-constants.ts';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDuration } from '../../../lib/format.ts';
import { Field, LongField } from '../../../ui/forms/Field.tsx';
import { GenreChoice } from '../../../ui/forms/GenreChoice.tsx';
import { type FieldErrors, type FieldName, type Fields, parseDuration } from './fields.ts';

interface FieldsProps {
  fields: Fields;
  /** The errors that are visible. */
  errors: FieldErrors;
  onChange: (name: FieldName, value: string) => void;
  onBlur: (name: FieldName) => void;
}

/** The props that connect a text field to the form. */
function fieldProps({ fields, errors, onChange, onBlur }: FieldsProps, name: FieldName) {
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
        label={t`Title`}
        required
        autoComplete="off"
        dir="auto"
        maxLength={TRACK_NAME_MAX}
        {...fieldProps(props, 'title')}
      />
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
        <Field
          label={t`Artist`}
          required
          autoComplete="off"
          dir="auto"
          maxLength={TRACK_NAME_MAX}
          {...fieldProps(props, 'display_artist')}
        />
        <Field
          label={t`Duration`}
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
        {t`The file lasts ${length}, not ${{ duration: formatDuration(typed) }}.`}
      </span>
      <button
        type="button"
        onClick={() => onUse(length)}
        className="min-h-11 font-semibold text-ember-ink hover:underline md:min-h-9"
      >
        {t`Use ${length}`}
      </button>
    </p>
  );
}

/** A track's release date. Requested songs are released immediately. */
export function ReleaseField({
  requested,
  hint,
  ...props
}: FieldsProps & { requested: boolean; hint: string }) {
  if (requested)
    return (
      <p className="text-soft">{t`A requested song is released immediately, and its backers are notified.`}</p>
    );
  return (
    <div className="sm:max-w-[calc(50%-0.5rem)]">
      <Field
        label={t`Release date`}
        type="datetime-local"
        hint={hint}
        {...fieldProps(props, 'release_date')}
      />
    </div>
  );
}

const NOTE_MAX = 200;

/** A value of the file, and whether it is an estimate. */
const known = (value: string, isEstimate: boolean) =>
  isEstimate ? t`${value}, estimated` : t`${value}, from the file`;

/** The optional fields of a track: lyrics, provenance, tempo and key. */
export function MoreFields({
  facts,
  children,
  ...props
}: FieldsProps & { facts?: AudioFacts | null | undefined; children?: ReactNode }) {
  const { bpm, musical_key } = facts ?? {};
  return (
    <details className="group/more rounded-lg border border-line bg-stage">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 rounded-lg px-5 font-semibold transition hover:bg-raised md:px-6 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={18}
          aria-hidden="true"
          className="text-faint transition group-open/more:rotate-90"
        />
        <span className="flex-1">{t`Lyrics, provenance and release`}</span>
        <span className="text-sm font-normal text-faint">{t`Optional`}</span>
      </summary>
      <div className="grid gap-5 px-5 pt-2 pb-6 md:px-6">
        {children}
        <LongField
          label={t`Lyrics`}
          dir="auto"
          rows={5}
          placeholder={t`One line each, with an empty line between verses. LRC’s times are kept.`}
          maxLength={LYRICS_MAX}
          {...fieldProps(props, 'lyrics')}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            label={t`Provider`}
            placeholder={t`What made it`}
            maxLength={NOTE_MAX}
            {...fieldProps(props, 'provider')}
          />
          <Field
            label={t`Rights`}
            placeholder={t`Such as CC BY 4.0`}
            maxLength={NOTE_MAX}
            {...fieldProps(props, 'rights_status')}
          />
        </div>
        <LongField
          label={t`Prompt`}
          dir="auto"
          placeholder={t`What it was made from`}
          maxLength={PROMPT_MAX}
          {...fieldProps(props, 'prompt_text')}
        />
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <Field label={t`Seed`} inputMode="numeric" maxLength={20} {...fieldProps(props, 'seed')} />
          <Field
            label={t`Tempo (BPM)`}
            inputMode="decimal"
            maxLength={8}
            placeholder={bpm ? known(String(Math.round(bpm.value)), bpm.estimated) : ''}
            {...fieldProps(props, 'bpm')}
          />
          <Field
            label={t`Key`}
            maxLength={NOTE_MAX}
            placeholder={musical_key ? known(musical_key.value, musical_key.estimated) : t`Such as A minor`}
            {...fieldProps(props, 'musical_key')}
          />
        </div>
      </div>
    </details>
  );
}
