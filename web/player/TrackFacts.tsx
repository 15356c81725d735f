import { useQuery } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import { genreLabel } from 'contract/genres.ts';
import type { Provenance } from 'contract/studio.ts';
import type { Track } from 'contract/tracks.ts';
import { Sparkles } from 'lucide-react';
import { call } from '../lib/api.ts';
import { formatDate, formatDuration, formatLoudness } from '../lib/format.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { Skeleton } from '../ui/QueryView.tsx';
import { WishList } from '../ui/WishList.tsx';
import { formatOrigin } from './song.ts';

/**
 * The facts of a track: the music, and how it was made.
 * @param onLeave called when a link leads to another page.
 */
export function TrackFacts({ track, onLeave }: { track: Track; onLeave: () => void }) {
  const origin = formatOrigin(track);
  const { data: provenance, isLoading } = useProvenance(track);
  return (
    <div className="grid gap-6">
      {origin && <Origin text={origin} request_id={provenance?.request_id} onLeave={onLeave} />}
      <section>
        <h3 className="text-lg">The music</h3>
        <Facts facts={musicFacts(track)} />
      </section>
      {isLoading ? (
        <Skeleton className="h-40" />
      ) : provenance ? (
        <section aria-labelledby="provenance" className="rounded-lg border border-line p-5">
          <h3 id="provenance" className="flex items-center gap-2 text-lg">
            <Sparkles size={18} aria-hidden="true" className="text-ember-ink" /> AI-generated
          </h3>
          <Made provenance={provenance} />
        </section>
      ) : (
        <Documented track={track} />
      )}
    </div>
  );
}

/** What the publisher of a track noted about how it was made. */
function Documented({ track: { provider, prompt_text, seed, rights_status } }: { track: Track }) {
  if ([provider, prompt_text, seed, rights_status].every((one) => one === null))
    return <p className="text-soft">There are no details about how this track was made.</p>;
  return (
    <section>
      <h3 className="text-lg">How it was made</h3>
      <Facts
        facts={[
          ['Made by', provider],
          ['Prompt', prompt_text],
          ['Seed', seed !== null && String(seed)],
          ['Rights', rights_status],
        ]}
      />
    </section>
  );
}

/** The facts of a track's music. */
export function musicFacts({ loudness_lufs, bpm, ...track }: Track): Fact[] {
  return [
    ['Genre', track.genre && genreLabel(track.genre)],
    ['Length', formatDuration(track.duration_seconds)],
    ['Tempo', bpm && `${Math.round(bpm)} BPM`],
    ['Key', track.musical_key],
    ['Loudness', loudness_lufs !== null && formatLoudness(loudness_lufs)],
    ['Released', formatDate(Date.parse(track.release_date))],
  ];
}

/** Where the song of a track came from; null if the studio did not make it. */
export function useProvenance(track: Track) {
  return useQuery({
    queryKey: ['provenance', track.id],
    // Only requested songs come from the studio.
    enabled: formatOrigin(track) !== null,
    queryFn: () =>
      call('GET /track/:id/provenance', { params: { id: track.id } }).catch((error) => {
        if (error instanceof AnswerProblem && error.status === 404) return null;
        throw error;
      }),
  });
}

/** Who requested and backed a track; a link to the request if that is known. */
export function Origin({
  text,
  request_id,
  onLeave,
}: {
  text: string;
  request_id: string | undefined;
  onLeave: () => void;
}) {
  const look = 'rounded-md bg-raised px-4 py-3 font-medium wrap-anywhere';
  if (!request_id) return <p className={look}>{text}</p>;
  return (
    <AppLink href={`/leaderboard/${request_id}`} onClick={onLeave} className={`${look} hover:underline`}>
      {text}
    </AppLink>
  );
}

/** How the studio made a song: the prompt, the generator, and whether it can be made again. */
export function Made({ provenance }: { provenance: Provenance }) {
  const { prompt, heard, generator, model, version, seed, rights, account, made_at } = provenance;
  const { reproducible, superseded } = provenance;
  return (
    <>
      {prompt && <p className="mt-3 wrap-anywhere">“{prompt}”</p>}
      {heard.length > 0 && (
        <div className="mt-3">
          <WishList label="What was asked for" wishes={heard} />
        </div>
      )}
      <Facts
        facts={[
          ['Made by', generator],
          ['Model', [model, version].filter(Boolean).join(' ')],
          ['Made on', formatDate(made_at)],
          ['Seed', seed !== null && String(seed)],
          ['Rights', rights],
        ]}
      />
      {account && <p className="mt-3 text-soft wrap-anywhere">{account}</p>}
      {reproducible && (
        <p className="mt-3 text-sm text-faint">Same prompt, same seed: the same recording again.</p>
      )}
      {superseded && (
        <p className="mt-3 text-sm text-faint">
          The generator has changed since: this recording cannot be made again.
        </p>
      )}
    </>
  );
}

export type Fact = [name: string, value: string | 0 | false | null];

/** Names and values; an unknown value has no row. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
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
  );
}
