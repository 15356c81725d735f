import type { AudioFacts } from 'contract/publishing.ts';
import { LYRICS_MAX, PROMPT_MAX } from 'contract/publishing-constants.ts';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Field } from '../../ui/Field.tsx';
import { LongField } from '../../ui/LongField.tsx';
import { type FieldsProps, fieldProps } from './TrackFields.tsx';

const NOTE_MAX = 200;

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
        <span className="flex-1">Lyrics, provenance and release</span>
        <span className="text-sm font-normal text-faint">Optional</span>
      </summary>
      <div className="grid gap-5 px-5 pt-2 pb-6 md:px-6">
        {children}
        <LongField
          label="Lyrics"
          dir="auto"
          rows={5}
          placeholder="One line each, with an empty line between verses"
          maxLength={LYRICS_MAX}
          {...fieldProps(props, 'lyrics')}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            label="Provider"
            placeholder="What made it"
            maxLength={NOTE_MAX}
            {...fieldProps(props, 'provider')}
          />
          <Field
            label="Rights"
            placeholder="Such as CC BY 4.0"
            maxLength={NOTE_MAX}
            {...fieldProps(props, 'rights_status')}
          />
        </div>
        <LongField
          label="Prompt"
          dir="auto"
          placeholder="What it was made from"
          maxLength={PROMPT_MAX}
          {...fieldProps(props, 'prompt_text')}
        />
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <Field label="Seed" inputMode="numeric" maxLength={20} {...fieldProps(props, 'seed')} />
          <Field
            label="Tempo (BPM)"
            inputMode="decimal"
            maxLength={8}
            placeholder={
              bpm ? `${Math.round(bpm.value)}, ${bpm.estimated ? 'estimated' : 'from the file'}` : ''
            }
            {...fieldProps(props, 'bpm')}
          />
          <Field
            label="Key"
            maxLength={NOTE_MAX}
            placeholder={
              musical_key
                ? `${musical_key.value}, ${musical_key.estimated ? 'estimated' : 'from the file'}`
                : 'Such as A minor'
            }
            {...fieldProps(props, 'musical_key')}
          />
        </div>
      </div>
    </details>
  );
}
