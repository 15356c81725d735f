import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AnswerProblem, sentenceOf } from 'contract/answers.ts';
import type { SongRequest } from 'contract/features/song-requests.ts';
import {
  characters,
  REQUEST_COST,
  REQUEST_DESCRIPTION_MAX,
  REQUEST_LYRICS_MAX,
  REQUEST_NAME_MAX,
  VOTE_GOAL,
} from 'contract/features/song-requests-constants.ts';
import { PenLine } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { getCredits, refreshCredits } from '../../../lib/credits.ts';
import { formatCount } from '../../../lib/format.ts';
import { call } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field, LongField } from '../../../ui/forms/Field.tsx';
import { GenreChoice } from '../../../ui/forms/GenreChoice.tsx';
import { Sheet } from '../../../ui/layers/Sheet.tsx';
import { toast } from '../../../ui/layers/toasts.ts';
import { Slot } from '../../../ui/Slot.tsx';
import { WishList } from '../../../ui/WishList.tsx';
import { boardKey, ownRequestsKey, similarKey } from '../queries.ts';
import { LyricsField } from '../request/EditLyrics.tsx';
import { reportRefusal, withIdempotencyKey } from '../spending.ts';
import { missingCredits, type Voter } from '../use-voter.ts';
import { isComplete, isDescriptionTooLong, isNameTooLong, type RequestInput } from './request-input.ts';
import { SimilarRequests } from './SimilarRequests.tsx';

/** 'Request AI-Generated Music' (§2). */
export default function RequestDialog(props: RequestFormProps) {
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

interface RequestFormProps {
  input: RequestInput;
  voter: Voter;
  onChange: (input: RequestInput) => void;
  onClose: () => void;
  /** Called with the new request, or with null after a vote for a similar one. */
  onDone: (request: SongRequest | null) => void;
}

function RequestForm({ input, voter, onChange, onClose, onDone }: RequestFormProps) {
  const submit = useSubmitRequest(onDone);
  const form = useRef<HTMLFormElement>(null);
  const [hasLyrics, setHasLyrics] = useState(!!input.lyrics);
  const missing = missingCredits(voter);
  const suffice = missing === 0 && (!voter.viewer || voter.credits !== undefined);
  const canSubmit = isComplete(input) && suffice && !submit.isPending;
  const change = (part: Partial<RequestInput>) => {
    submit.reset();
    onChange({ ...input, ...part });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (canSubmit) submit.mutate(input);
  };
  useEffect(() => {
    const fields = [...form.current!.querySelectorAll<HTMLInputElement>('input[type=text]')];
    const firstEmpty = fields.find(({ value }) => value.trim() === '');
    firstEmpty?.focus();
  }, []);

  const errorOf = (field: keyof RequestInput) =>
    submit.error instanceof AnswerProblem && submit.error.details.field === field
      ? sentenceOf(submit.error)
      : undefined;
  const nameField = (field: 'title' | 'artist') => {
    const count = `${characters(input[field])}/${REQUEST_NAME_MAX} characters`;
    return {
      type: 'text',
      required: true,
      autoComplete: 'off',
      dir: 'auto',
      value: input[field],
      onChange: ({ target }: { target: HTMLInputElement }) => change({ [field]: target.value }),
      hint: count,
      error: errorOf(field) ?? (isNameTooLong(input[field]) ? count : undefined),
    };
  };
  const count = `Optional, ${input.description.trim().length}/${REQUEST_DESCRIPTION_MAX} characters`;

  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="grid gap-5 md:grid-cols-2 md:gap-x-8">
      <div className="grid content-start gap-4">
        <Field label="Song name" {...nameField('title')} />
        <Field label="Artist name" {...nameField('artist')} />
        <SimilarRequests
          title={input.title}
          artist={input.artist}
          voter={voter}
          onVoted={() => onDone(null)}
        />
        <LongField
          label="Description"
          placeholder="Slow waltz, no drums, just strings; ends loud…"
          dir="auto"
          value={input.description}
          onChange={({ target }) => change({ description: target.value })}
          hint={count}
          error={errorOf('description') ?? (isDescriptionTooLong(input.description) ? count : undefined)}
        />
        {hasLyrics ? (
          <LyricsField
            value={input.lyrics ?? ''}
            onChange={(lyrics) => change({ lyrics })}
            error={errorOf('lyrics')}
          />
        ) : (
          <Button look="bare" className="justify-self-start" onClick={() => setHasLyrics(true)}>
            <PenLine size={17} aria-hidden="true" /> Add lyrics
          </Button>
        )}
        <Understood
          description={input.description}
          genre={input.genre}
          lyrics={input.lyrics ?? ''}
          onPutAway={(guess) => change({ description: quoted(input.description, guess) })}
        />
        <Slot
          at="request/sketch"
          of={{
            genre: input.genre,
            description: input.description.trim(),
            lyrics: input.lyrics?.trim() || null,
          }}
          obstacle={input.genre ? undefined : 'Choose a genre first.'}
        />
      </div>
      <GenreChoice value={input.genre} onChoose={(genre) => change({ genre })} />
      <div className="sticky bottom-[calc(-1*max(1.5rem,env(safe-area-inset-bottom)))] -mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line bg-stage py-4 md:-bottom-8 md:col-span-2 md:-mb-8 md:py-5">
        <RequestCost voter={voter} missing={missing} />
        <div className="flex flex-1 justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="ember" disabled={!canSubmit}>
            Submit Request
          </Button>
        </div>
      </div>
    </form>
  );
}

function RequestCost({ voter, missing }: { voter: Voter; missing: number }) {
  if (missing > 0 || voter.creditsFailed)
    return (
      <p role="status" className="flex flex-wrap items-center gap-x-3">
        <span className="text-warn">
          {missing > 0
            ? `You need ${missing} more credits to submit a request`
            : 'Could not load user credits'}
        </span>
        <button
          type="button"
          onClick={missing > 0 ? getCredits : voter.refresh}
          className="min-h-11 font-semibold text-ember-ink hover:underline"
        >
          {missing > 0 ? 'Get credits' : 'Try again'}
        </button>
      </p>
    );
  return (
    <p className="figures text-soft">
      Costs <span className="font-semibold text-ink">{REQUEST_COST} credits</span>
      {voter.credits !== undefined && <> of your {formatCount(voter.credits)}</>}
    </p>
  );
}

/** Puts a new request on the board. */
function useSubmitRequest(onSubmitted: (request: SongRequest) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: RequestInput) =>
      withIdempotencyKey(`submit ${JSON.stringify(input)}`, (key) =>
        call('POST /requests', { body: input, headers: { 'idempotency-key': key } }),
      ),
    onSuccess: (request) => {
      toast('Request created!', `Your song is on the board. ${REQUEST_COST} credits deducted.`);
      refreshCredits(client);
      for (const queryKey of [boardKey, ownRequestsKey]) void client.invalidateQueries({ queryKey });
      onSubmitted(request);
    },
    onError: (error) => {
      const code = reportRefusal(client, error, 'Failed to create request');
      if (code === 'duplicate_request') void client.invalidateQueries({ queryKey: similarKey });
    },
  });
}

/** A description with a word between quotation marks, where the studio reads it as it stands. */
const quoted = (description: string, word: string) =>
  description.replace(new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'gu'), `“${word}”`);

const DEBOUNCE_MS = 400;

/** What the studio understands of a description and lyrics while somebody writes them, before anything is paid. */
function Understood({
  description,
  genre,
  lyrics,
  onPutAway,
}: {
  description: string;
  genre: string;
  lyrics: string;
  onPutAway: (guess: string) => void;
}) {
  const [asked, setAsked] = useState({ description: '', genre: '', lyrics: '' });
  useEffect(() => {
    const timer = setTimeout(setAsked, DEBOUNCE_MS, {
      description: description.trim().slice(0, REQUEST_DESCRIPTION_MAX),
      genre,
      lyrics: lyrics.trim().slice(0, REQUEST_LYRICS_MAX),
    });
    return () => clearTimeout(timer);
  }, [description, genre, lyrics]);
  const enabled = (description + lyrics).trim() !== '' && asked.description + asked.lyrics !== '';
  const { data } = useQuery({
    queryKey: ['wishes', asked],
    queryFn: () =>
      call('POST /studio/wishes', {
        body: { ...asked, genre: asked.genre || undefined, lyrics: asked.lyrics || null },
      }),
    placeholderData: keepPreviousData,
    gcTime: 0,
    enabled,
  });
  return (
    <div role="status" className="empty:hidden">
      {enabled && data && data.length > 0 && (
        <div className="grid gap-2">
          <p className="text-sm text-soft">The studio understands:</p>
          <WishList label="What the studio understands" wishes={data} onPutAway={onPutAway} />
        </div>
      )}
    </div>
  );
}
