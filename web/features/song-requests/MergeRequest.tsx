import { useQuery } from '@tanstack/react-query';
import { pluralize } from 'contract/pluralize.ts';
import type { RequestPage, SongRequest } from 'contract/song-requests.ts';
import { acceptsVotes, REQUEST_COST, VOTE_GOAL } from 'contract/song-requests-constants.ts';
import { useDeferredValue, useState } from 'react';
import { call } from '../../lib/api.ts';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBox, Field } from '../../ui/Field.tsx';
import { Lamps } from '../../ui/Lamps.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { similarQuery } from './queries.ts';
import { useModerate } from './use-moderate.ts';

/** Merges a duplicate into a request for the same song, as an admin. */
export function MergeRequest({ request, onClose }: { request: RequestPage; onClose: () => void }) {
  const { id, title, artist, votes } = request;
  const [text, setText] = useState(title);
  const [into, setInto] = useState<SongRequest | null>(null);
  const search = useDeferredValue(text.trim());
  const { data, isFetching } = useQuery({ ...similarQuery(search, ''), enabled: search.length > 1 });
  const found = (data ?? []).filter((one) => one.id !== id && acceptsVotes(one.status));
  const { mutate, isPending, error } = useModerate(
    (body: { into: string }) => call('POST /requests/:id/merge', { params: { id }, body }),
    { done: 'Requests merged', onDone: onClose },
  );
  const sum = votes + (into?.votes ?? 0);
  return (
    <Sheet title="Merge this request" description={`“${title}” by ${artist}`} onClose={onClose}>
      <div className="grid gap-5">
        {error && <ErrorBox>{error.message}</ErrorBox>}
        <Field
          label="Into which request?"
          type="search"
          autoComplete="off"
          dir="auto"
          hint="Its title, or what you remember of it."
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setInto(null);
          }}
        />
        {found.length > 0 && (
          <fieldset className="grid gap-2" aria-busy={isFetching || undefined}>
            <legend className="sr-only">Requests that were found</legend>
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
            No other open request is like this.
          </p>
        )}
        {into && (
          <p role="status" className="text-[0.9375rem] text-soft">
            “{into.title}” then has {pluralize(sum, 'vote')}
            {into.votes < VOTE_GOAL && sum >= VOTE_GOAL && ' and goes to the studio'}. The member who
            requested “{title}” gets {formatCount(REQUEST_COST)} credits back, and its backers are notified.
            This cannot be undone.
          </p>
        )}
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="ember"
            disabled={!into || isPending}
            onClick={() => into && mutate({ into: into.id })}
          >
            Merge
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
          className="mt-1 size-4 accent-ember-ink"
        />
        <span className="min-w-0 flex-1 leading-snug wrap-anywhere">
          <bdi className="font-semibold">{title}</bdi> <bdi className="text-soft">{artist}</bdi>
        </span>
        <span className="figures shrink-0 text-sm text-soft">{pluralize(votes, 'vote')}</span>
      </span>
      <Lamps lit={votes} goal={VOTE_GOAL} className="h-2" />
    </label>
  );
}
