import { AnswerProblem } from 'contract/answers.ts';
import type { SongRequest } from 'contract/song-requests.ts';
import {
  characters,
  REQUEST_COST,
  REQUEST_DESCRIPTION_MAX,
  REQUEST_NAME_MAX,
  VOTE_GOAL,
} from 'contract/song-requests-constants.ts';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { GenreChoice } from '../../ui/GenreChoice.tsx';
import { LongField } from '../../ui/LongField.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { type Draft, descriptionTooLong, isComplete, nameTooLong, shortfall } from './draft.ts';
import { NearMatches } from './NearMatches.tsx';
import { useSubmit } from './use-submit.ts';
import type { Voter } from './voter.ts';

interface Props {
  draft: Draft;
  voter: Voter;
  onDraft: (draft: Draft) => void;
  onClose: () => void;
  /** The request is on the board, or (null) a vote for another one took its place. */
  onDone: (request: SongRequest | null) => void;
}

/** 'Request AI-Generated Music' (§2). */
export default function RequestDialog(props: Props) {
  return (
    <Sheet
      title={
        <>
          Request <span className="whitespace-nowrap">AI-Generated</span> Music
        </>
      }
      description={`At ${VOTE_GOAL} votes your song is queued, made and released.`}
      wide
      onClose={props.onClose}
    >
      <RequestForm {...props} />
    </Sheet>
  );
}

/** What is asked for, what it costs, and what is on the board already. */
function RequestForm({ draft, voter, onDraft, onClose, onDone }: Props) {
  const submit = useSubmit(voter, onDone);
  const form = useRef<HTMLFormElement>(null);
  const lacking = shortfall(voter);
  const change = (part: Partial<Draft>) => {
    submit.reset();
    onDraft({ ...draft, ...part });
  };
  // The first thing that is missing is what one came for.
  useEffect(() => {
    const fields = [...form.current!.querySelectorAll<HTMLInputElement>('input[type=text]')];
    fields.find(({ value }) => value.trim() === '')?.focus();
  }, []);

  const refused = submit.error instanceof AnswerProblem ? submit.error : null;
  const problemOf = (field: keyof Draft) =>
    refused?.details.field === field ? refused.message.replace(`${field}: `, '') : undefined;
  const name = (field: 'title' | 'artist') => {
    const count = `${characters(draft[field])}/${REQUEST_NAME_MAX} characters`;
    return {
      type: 'text',
      required: true,
      autoComplete: 'off',
      dir: 'auto',
      value: draft[field],
      onChange: ({ target }: { target: HTMLInputElement }) => change({ [field]: target.value }),
      hint: count,
      error: problemOf(field) ?? (nameTooLong(draft[field]) ? count : undefined),
    };
  };
  const counted = `Optional, ${draft.description.trim().length}/${REQUEST_DESCRIPTION_MAX} characters`;

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete(draft) && lacking === 0 && !submit.isPending) submit.mutate(draft);
      }}
      className="grid gap-5 md:grid-cols-2 md:gap-x-8"
    >
      <div className="grid content-start gap-4">
        <Field label="Song name" {...name('title')} />
        <Field label="Artist name" {...name('artist')} />
        <NearMatches title={draft.title} artist={draft.artist} voter={voter} onVoted={() => onDone(null)} />
        <LongField
          label="Description"
          placeholder="Mood, tempo, story, voices…"
          dir="auto"
          value={draft.description}
          onChange={({ target }) => change({ description: target.value })}
          hint={counted}
          error={problemOf('description') ?? (descriptionTooLong(draft.description) ? counted : undefined)}
        />
      </div>
      <GenreChoice value={draft.genre} onChoose={(genre) => change({ genre })} />
      <div className="sticky bottom-[calc(-1*max(1.5rem,env(safe-area-inset-bottom)))] -mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line bg-stage py-4 md:-bottom-8 md:col-span-2 md:-mb-8 md:py-5">
        <Cost voter={voter} lacking={lacking} />
        <div className="flex flex-1 justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="ember" disabled={!isComplete(draft) || lacking > 0 || submit.isPending}>
            Submit Request
          </Button>
        </div>
      </div>
    </form>
  );
}

function Cost({ voter, lacking }: { voter: Voter; lacking: number }) {
  if (lacking > 0)
    return (
      <p role="status" className="flex flex-wrap items-center gap-x-3">
        <span className="text-warn">You need {lacking} more credits to submit a request</span>
        <button
          type="button"
          onClick={voter.getCredits}
          className="min-h-11 font-semibold text-ember-ink hover:underline"
        >
          Get credits
        </button>
      </p>
    );
  return (
    <p className="figures text-soft">
      Costs <span className="font-semibold text-ink">{REQUEST_COST} credits</span>
      {voter.credits !== undefined && <> of your {voter.credits.toLocaleString('en')}</>}
    </p>
  );
}
