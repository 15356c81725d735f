import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import type { SongRequest } from 'contract/features/song-requests.ts';
import {
  characters,
  REQUEST_COST,
  REQUEST_DESCRIPTION_MAX,
  REQUEST_LYRICS_MAX,
  REQUEST_NAME_MAX,
  VOTE_GOAL,
} from 'contract/features/song-requests-constants.ts';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { getCreditsFor, refreshCredits } from '../../../lib/credits.ts';
import { call, sentenceOf } from '../../../lib/http/api.ts';
import { withIdempotencyKey } from '../../../lib/http/idempotency.ts';
import { language } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field, LongField } from '../../../ui/forms/Field.tsx';
import { GenreChoice } from '../../../ui/forms/GenreChoice.tsx';
import { proposeGenres } from '../../../ui/forms/genre-rows.ts';
import { Sheet } from '../../../ui/layers/Sheet.tsx';
import { toast } from '../../../ui/layers/toasts.ts';
import { Slot } from '../../../ui/Slot.tsx';
import { WishList } from '../../../ui/WishList.tsx';
import { boardKey, ownRequestsKey, similarKey } from '../queries.ts';
import { LyricsField } from '../request/EditLyrics.tsx';
import { reportRefusal } from '../spending.ts';
import { missingCredits, type Voter } from '../use-voter.ts';
import { isComplete, isDescriptionTooLong, isNameTooLong, type RequestInput } from './request-input.ts';
import { Duplicate, SimilarRequests, useSimilarRequests } from './SimilarRequests.tsx';

/** 'Request AI-Generated Music' (§2). */
export default function RequestDialog(props: RequestFormProps) {
  return (
    <Sheet
      title={
        <Trans>
          Request <span className="whitespace-nowrap">AI-Generated</span> Music
        </Trans>
      }
      description={t`At ${VOTE_GOAL} votes your song is made, and the people who voted pick the take.`}
      wide="two columns"
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
  const { similar, duplicate } = useSimilarRequests(input.title, input.artist);
  const canSubmit = isComplete(input) && suffice && !duplicate && !submit.isPending;
  const proposals = useMemo(
    () => proposeGenres(`${input.title} ${input.description}`),
    [input.title, input.description],
  );
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
    const length = characters(input[field]);
    const count = t`${length}/${REQUEST_NAME_MAX} characters`;
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
  const { length } = input.description.trim();
  const count = t`Optional, ${length}/${REQUEST_DESCRIPTION_MAX} characters`;

  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="request-form">
      <div className="request-part" data-whole={!!duplicate}>
        <div className="request-names">
          <Field label={t`Song name`} {...nameField('title')} />
          <Field label={t`Artist name`} {...nameField('artist')} />
        </div>
        {duplicate ? (
          <Duplicate request={duplicate} voter={voter} onVoted={() => onDone(null)} />
        ) : (
          <>
            <SimilarRequests requests={similar} onVoted={() => onDone(null)} />
            <LongField
              label={t`What should it sound like?`}
              placeholder={t`Slow waltz, no drums, just strings; ends loud…`}
              dir="auto"
              value={input.description}
              onChange={({ target }) => change({ description: target.value })}
              hint={count}
              error={errorOf('description') ?? (isDescriptionTooLong(input.description) ? count : undefined)}
            />
            <Understood
              description={input.description}
              genre={input.genre}
              lyrics={input.lyrics ?? ''}
              onPutAway={(guess) => change({ description: quoted(input.description, guess) })}
            />
          </>
        )}
      </div>
      {!duplicate && (
        <div className="request-part">
          <GenreChoice
            value={input.genre}
            onChoose={(genre) => change({ genre })}
            proposals={proposals}
            folded
          />
          <section aria-label={t`Sketch`} className="request-sketch">
            <h3>{t`Sketch`}</h3>
            <Slot
              at="request/sketch"
              of={{
                genre: input.genre,
                description: input.description.trim(),
                lyrics: input.lyrics?.trim() || null,
              }}
              obstacle={input.genre ? undefined : t`Choose a genre to hear a sketch`}
            />
            {input.genre && (
              <p className="text-sm text-soft">
                {t`A quick idea, free. The real song is made at ${VOTE_GOAL} votes.`}
              </p>
            )}
          </section>
          <fieldset className="request-voice">
            <legend>{t`Voice and words`}</legend>
            <Voice
              name={t`No voice`}
              text={t`The house band plays it as an instrumental.`}
              checked={!hasLyrics}
              onChoose={() => {
                setHasLyrics(false);
                change({ lyrics: '' });
              }}
            />
            <Voice
              name={t`With my lyrics`}
              text={t`Sung by a synthetic voice of the house band.`}
              checked={hasLyrics}
              onChoose={() => setHasLyrics(true)}
            />
            {hasLyrics && (
              <LyricsField
                value={input.lyrics ?? ''}
                onChange={(lyrics) => change({ lyrics })}
                error={errorOf('lyrics')}
              />
            )}
          </fieldset>
        </div>
      )}
      <div className="request-foot">
        <RequestCost
          voter={voter}
          missing={duplicate ? 0 : missing}
          title={input.title}
          isDuplicate={!!duplicate}
        />
        <div className="flex flex-1 justify-end gap-3">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" look="ember" disabled={!canSubmit}>
            {t`Submit Request`}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** A choice of 'Voice and words'. */
function Voice({
  name,
  text,
  checked,
  onChoose,
}: {
  name: string;
  text: string;
  checked: boolean;
  onChoose: () => void;
}) {
  return (
    <label>
      <input type="radio" name="voice" checked={checked} onChange={onChoose} />
      {name}
      <span>{text}</span>
    </label>
  );
}

function RequestCost({
  voter,
  missing,
  title,
  isDuplicate,
}: {
  voter: Voter;
  missing: number;
  title: string;
  isDuplicate: boolean;
}) {
  if (missing > 0 || voter.creditsFailed)
    return (
      <p role="status" className="flex flex-wrap items-center gap-x-3">
        <span className="text-warn">
          {missing > 0
            ? plural(missing, {
                one: 'You need # more credit to submit a request',
                other: 'You need # more credits to submit a request',
              })
            : t`Could not load user credits`}
        </span>
        <button
          type="button"
          onClick={missing > 0 ? () => getCreditsFor(title.trim()) : voter.refresh}
          className="min-h-11 font-semibold text-ember-ink hover:underline"
        >
          {missing > 0 ? t`Get credits` : t`Try again`}
        </button>
      </p>
    );
  const balance = voter.credits?.toLocaleString(language);
  return (
    <p className="figures text-soft">
      {!isDuplicate && (
        <>
          <Trans>
            Costs <span className="font-semibold text-ink">{REQUEST_COST} credits</span>.
          </Trans>{' '}
        </>
      )}
      {balance !== undefined && t`You have ${balance}.`}
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
      toast(t`Request created!`, t`Your song is on the board. ${REQUEST_COST} credits deducted.`);
      refreshCredits(client);
      for (const queryKey of [boardKey, ownRequestsKey]) void client.invalidateQueries({ queryKey });
      onSubmitted(request);
    },
    onError: (error) => {
      const code = reportRefusal(client, error, t`Failed to create request`);
      if (code === 'duplicate_request') void client.invalidateQueries({ queryKey: similarKey });
    },
  });
}

/** A description with a word between quotation marks, where the studio reads it as it stands. */
const quoted = (description: string, word: string) =>
  description.replace(new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'gu'), `“${word}”`);

const DEBOUNCE_MS = 300;

/** Studio's reading of a description and lyrics while somebody writes them, before anything is paid. */
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
        <WishList
          label={t`What the studio understands`}
          // What nobody understands stays in the text as it is.
          wishes={data.filter(({ outcome }) => outcome !== 'unknown')}
          onPutAway={onPutAway}
        />
      )}
    </div>
  );
}
