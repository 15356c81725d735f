import { plural, t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RequestPage, SongRequest } from 'contract/features/song-requests.ts';
import {
  acceptsVotes,
  isOnBoard,
  REQUEST_COST,
  REQUEST_DESCRIPTION_MAX,
  VOTE_GOAL,
} from 'contract/features/song-requests-constants.ts';
import { type FormEvent, useDeferredValue, useState } from 'react';
import { call, sentenceOf } from '../../../lib/http/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorBox, Field, LongField } from '../../../ui/forms/Field.tsx';
import { GenreChoice } from '../../../ui/forms/GenreChoice.tsx';
import { Sheet } from '../../../ui/layers/Sheet.tsx';
import { toast } from '../../../ui/layers/toasts.ts';
import { Lamps } from '../../../ui/pictures/Lamps.tsx';
import { similarQuery } from '../queries.ts';
import { LyricsField } from './EditLyrics.tsx';

/** Actions on a request for admins: edit it, merge it into another one, decline it. */
export default function Moderation({ request, onDecline }: { request: RequestPage; onDecline: () => void }) {
  const [open, setOpen] = useState<'edit' | 'merge' | null>(null);
  const { status } = request;
  const isWaiting = acceptsVotes(status) || status === 'in_review';
  if (!isWaiting && !isOnBoard(status)) return null;
  const close = () => setOpen(null);
  return (
    <section
      aria-label={t`For admins`}
      className="flex flex-wrap items-center gap-3 border-t border-line pt-5"
    >
      <p className="me-1 text-sm text-faint">{t`For admins`}</p>
      <Button onClick={() => setOpen('edit')}>{t`Edit`}</Button>
      {isWaiting && <Button onClick={() => setOpen('merge')}>{t`Merge`}</Button>}
      <Button look="bare" className="text-bad!" onClick={onDecline}>
        {t`Decline`}
      </Button>
      {open === 'edit' && <EditRequest request={request} onClose={close} />}
      {open === 'merge' && <MergeRequest request={request} onClose={close} />}
    </section>
  );
}

/** Corrects what a request says, as an admin. */
function EditRequest({ request, onClose }: { request: RequestPage; onClose: () => void }) {
  const { id } = request;
  const [input, setInput] = useState(() => {
    const { title, artist, genre, description, lyrics } = request;
    return { title, artist, genre, description, lyrics };
  });
  const { mutate, isPending, error } = useModerate(
    (body: typeof input) => call('PATCH /requests/:id', { params: { id }, body }),
    { done: t`Request changed`, onDone: onClose },
  );
  const change = (part: Partial<typeof input>) => setInput({ ...input, ...part });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate(input);
  };
  return (
    <Sheet title={t`Edit this request`} wide onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        {error && <ErrorBox>{sentenceOf(error)}</ErrorBox>}
        <Field
          label={t`Song name`}
          autoComplete="off"
          dir="auto"
          value={input.title}
          onChange={({ target }) => change({ title: target.value })}
        />
        <Field
          label={t`Artist name`}
          autoComplete="off"
          dir="auto"
          value={input.artist}
          onChange={({ target }) => change({ artist: target.value })}
        />
        <GenreChoice folded value={input.genre} onChoose={(genre) => change({ genre })} />
        <LongField
          label={t`Description`}
          dir="auto"
          maxLength={REQUEST_DESCRIPTION_MAX}
          value={input.description}
          onChange={({ target }) => change({ description: target.value })}
        />
        <LyricsField value={input.lyrics ?? ''} onChange={(lyrics) => change({ lyrics })} error={undefined} />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" look="ember" disabled={isPending}>
            {t`Save`}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

/** Merges a duplicate into a request for the same song, as an admin. */
function MergeRequest({ request, onClose }: { request: RequestPage; onClose: () => void }) {
  const { id, title, artist, votes } = request;
  const [text, setText] = useState(title);
  const [into, setInto] = useState<SongRequest | null>(null);
  const search = useDeferredValue(text.trim());
  const { data, isFetching } = useQuery({ ...similarQuery(search, ''), enabled: search.length > 1 });
  const found = (data ?? []).filter((one) => one.id !== id && acceptsVotes(one.status));
  const { mutate, isPending, error } = useModerate(
    (body: { into: string }) => call('POST /requests/:id/merge', { params: { id }, body }),
    { done: t`Requests merged`, onDone: onClose },
  );
  const sum = votes + (into?.votes ?? 0);
  const target = into?.title;
  return (
    <Sheet title={t`Merge this request`} description={t`“${title}” by ${artist}`} onClose={onClose}>
      <div className="grid gap-5">
        {error && <ErrorBox>{sentenceOf(error)}</ErrorBox>}
        <Field
          label={t`Into which request?`}
          type="search"
          autoComplete="off"
          dir="auto"
          hint={t`Its title, or what you remember of it.`}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setInto(null);
          }}
        />
        {found.length > 0 && (
          <fieldset className="grid gap-2" aria-busy={isFetching || undefined}>
            <legend className="sr-only">{t`Requests that were found`}</legend>
            {found.map((one) => (
              <Choice
                key={one.id}
                request={one}
                isChosen={one.id === into?.id}
                onChoose={() => setInto(one)}
              />
            ))}
          </fieldset>
        )}
        {found.length === 0 && !isFetching && (
          <p role="status" className="text-soft">
            {t`No other open request is like this.`}
          </p>
        )}
        {into && (
          <p role="status" className="text-[0.9375rem] text-soft">
            {into.votes < VOTE_GOAL && sum >= VOTE_GOAL
              ? plural(sum, { other: `“${target}” then has # votes and goes to the studio.` })
              : plural(sum, {
                  one: `“${target}” then has # vote.`,
                  other: `“${target}” then has # votes.`,
                })}{' '}
            {t`The member who requested “${title}” gets ${plural(REQUEST_COST, { one: '# credit', other: '# credits' })} back, and its backers are notified. This cannot be undone.`}
          </p>
        )}
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            look="ember"
            disabled={!into || isPending}
            onClick={() => into && mutate({ into: into.id })}
          >
            {t`Merge`}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}

function Choice({
  request: { title, artist, votes },
  isChosen,
  onChoose,
}: {
  request: SongRequest;
  isChosen: boolean;
  onChoose: () => void;
}) {
  return (
    <label className="grid cursor-pointer gap-2 rounded-md border border-line p-3 transition hover:bg-raised has-checked:border-ember-ink has-checked:bg-raised">
      <span className="flex items-start gap-3">
        <input
          type="radio"
          name="into"
          checked={isChosen}
          onChange={onChoose}
          className="mt-1 size-5 accent-ember-ink"
        />
        <span className="min-w-0 flex-1 leading-snug wrap-anywhere">
          <bdi className="font-semibold">{title}</bdi> <bdi className="text-soft">{artist}</bdi>
        </span>
        <span className="figures shrink-0 text-sm text-soft">
          {plural(votes, { one: '# vote', other: '# votes' })}
        </span>
      </span>
      <Lamps lit={votes} goal={VOTE_GOAL} className="h-2" />
    </label>
  );
}

/** A change that an admin makes to a request. Afterwards everything that shows requests is fetched again. */
function useModerate<Input>(
  mutationFn: (input: Input) => Promise<unknown>,
  { done, onDone }: { done: string; onDone: () => void },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => {
      toast(done);
      onDone();
    },
    onSettled: () =>
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'waveform' }),
  });
}
