import { useQuery } from '@tanstack/react-query';
import { genreLabel } from 'contract/genres.ts';
import type { Track } from 'contract/tracks.ts';
import { call } from '../lib/api.ts';
import { formatDuration } from '../lib/format.ts';
import { Button } from '../ui/Button.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { formatOrigin } from './song.ts';

/**
 * A track's details: how it sounds, who requested it and how it was made.
 * @param known the track, if the caller has it already.
 */
export default function TrackDetails({
  id,
  known,
  onClose,
}: {
  id: string;
  known?: Track;
  onClose: () => void;
}) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['track', id],
    queryFn: () => call('GET /track/:id', { params: { id } }),
    initialData: known,
    refetchOnMount: 'always',
  });
  return (
    <Sheet
      title={data?.title ?? 'Details'}
      description={data && `by ${data.display_artist}`}
      onClose={onClose}
    >
      {data ? (
        <Details track={data} />
      ) : error ? (
        <p role="alert" className="flex items-center justify-between gap-4 text-soft">
          {error.message}
          <Button disabled={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        </p>
      ) : (
        <div role="status" className="grid gap-3">
          <span className="sr-only">Loading the details...</span>
          {[1, 2, 3, 4, 5, 6, 7].map((row) => (
            <Skeleton key={row} className="h-11" />
          ))}
        </div>
      )}
    </Sheet>
  );
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long' });

function Details({ track }: { track: Track }) {
  const origin = formatOrigin(track);
  const { provider, prompt_text, seed, rights_status, loudness_lufs, bpm } = track;
  const isUndocumented = [provider, prompt_text, seed, rights_status].every((one) => one === null);
  return (
    <div className="grid gap-6">
      {origin && <p className="rounded-md bg-raised px-4 py-3 font-medium wrap-anywhere">{origin}</p>}
      <Facts
        title="The music"
        facts={[
          ['Genre', track.genre && genreLabel(track.genre)],
          ['Length', formatDuration(track.duration_seconds)],
          ['Tempo', bpm && `${Math.round(bpm)} BPM`],
          ['Key', track.musical_key],
          ['Loudness', loudness_lufs !== null && `${loudness_lufs.toFixed(1).replace('-', '−')} LUFS`],
          ['Released', day.format(new Date(track.release_date))],
        ]}
      />
      {isUndocumented ? (
        <p className="text-soft">No details about how this track was made.</p>
      ) : (
        <Facts
          title="How it was made"
          facts={[
            ['Made by', provider],
            ['Prompt', prompt_text],
            ['Seed', seed !== null && String(seed)],
            ['Rights', rights_status],
          ]}
        />
      )}
    </div>
  );
}

/** Names and values; an unknown value has no row. */
function Facts({
  title,
  facts,
}: {
  title: string;
  facts: [name: string, value: string | 0 | false | null][];
}) {
  return (
    <section>
      <h3 className="text-lg">{title}</h3>
      <dl className="mt-1 divide-y divide-line">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className="flex gap-4 py-2">
                <dt className="w-24 shrink-0 text-faint">{name}</dt>
                <dd className="figures min-w-0 whitespace-pre-line wrap-anywhere">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}
