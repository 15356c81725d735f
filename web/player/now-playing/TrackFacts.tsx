import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Provenance } from 'contract/features/track-page.ts';
import type { Track } from 'contract/features/tracks.ts';
import { genreLabel } from 'contract/genres.ts';
import { formatDate, formatDuration } from '../../lib/format.ts';
import { formatLoudness } from '../../lib/format-measures.ts';
import { call } from '../../lib/http/api.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Skeleton } from '../../ui/QueryView.tsx';
import { WishList } from '../../ui/WishList.tsx';
import { formatOrigin } from '../song.ts';
import { formatKey, formatTempo, madeBy } from './music-words.ts';

/**
 * The facts of a track: the music, and how it was made.
 * @param onLeave called when a link leads to another page.
 */
export function TrackFacts({ track, onLeave }: { track: Track; onLeave: () => void }) {
  const origin = formatOrigin(track);
  const { data: provenance = null, isLoading } = useProvenance(track);
  return (
    <div className="grid gap-6">
      {origin && <Origin text={origin} request_id={provenance?.request_id} onLeave={onLeave} />}
      <section>
        <h3 className="text-lg">{t`The music`}</h3>
        <Facts facts={musicFacts(track)} />
      </section>
      {isLoading ? (
        <Skeleton className="h-40" />
      ) : (
        <section className="grid gap-3">
          <h3 className="text-lg">{t`How it was made`}</h3>
          <Making track={track} provenance={provenance} />
        </section>
      )}
    </div>
  );
}

/** The facts of a track's music. */
function musicFacts({ bpm, ...track }: Track): Fact[] {
  return [
    [t`Genre`, track.genre && genreLabel(track.genre)],
    [t`Length`, formatDuration(track.duration_seconds)],
    [t`Tempo`, bpm && formatTempo(bpm)],
    [t`Key`, track.musical_key && formatKey(track.musical_key)],
    [t`Released`, formatDate(Date.parse(track.release_date))],
  ];
}

/**
 * From which words a track was made and by what, and what became of each of them.
 * @param provenance null if the studio did not make it.
 */
export function Making({ track, provenance }: { track: Track; provenance: Provenance | null }) {
  const { prompt, generator, account } = provenance ?? {
    prompt: track.prompt_text,
    generator: track.provider,
    account: null,
  };
  const heard = provenance?.heard ?? [];
  const facts = makingFacts(track, provenance);
  return (
    <div className="grid gap-3">
      {prompt && <p className="whitespace-pre-line wrap-anywhere">“{prompt}”</p>}
      {heard.length > 0 && <WishList label={t`What was asked for`} wishes={heard} />}
      <p className="text-soft wrap-anywhere">{madeBy(generator)}</p>
      {account && (
        <details className="song-account text-soft wrap-anywhere">
          <summary>
            <span>{account}</span> <b>{t`More`}</b>
          </summary>
        </details>
      )}
      {facts ? (
        <Facts facts={facts} />
      ) : (
        <p className="text-soft">{t`There are no details about how this track was made.`}</p>
      )}
      {provenance?.reproducible && (
        <p className="text-sm text-faint">{t`Same prompt, same seed: the same recording again.`}</p>
      )}
      {provenance?.superseded && (
        <p className="text-sm text-faint">
          {t`The generator has changed since: this recording cannot be made again.`}
        </p>
      )}
    </div>
  );
}

/** Null if nothing is known of how a track was made. */
function makingFacts(track: Track, provenance: Provenance | null): Fact[] | null {
  const { provider, prompt_text, seed, rights_status, loudness_lufs } = track;
  const loudness: Fact = [t`Loudness`, loudness_lufs !== null && formatLoudness(loudness_lufs)];
  if (provenance)
    return [
      [t`Model`, [provenance.model, provenance.version].filter(Boolean).join(' ')],
      [t`Made on`, formatDate(provenance.made_at)],
      [t`Seed`, provenance.seed !== null && String(provenance.seed)],
      [t`Rights`, provenance.rights],
      loudness,
    ];
  if ([provider, prompt_text, seed, rights_status].every((one) => one === null)) return null;
  return [[t`Seed`, seed !== null && String(seed)], [t`Rights`, rights_status], loudness];
}

/** Origin of the song of a track; null if the studio did not make it. */
function useProvenance(track: Track) {
  return useQuery({
    queryKey: ['provenance', track.id],
    // Only requested songs come from the studio.
    enabled: formatOrigin(track) !== null,
    queryFn: () =>
      call('GET /track/:id/page', { params: { id: track.id } }).then(({ provenance }) => provenance),
  });
}

/** Requester and backers of a track; a link to the request if that is known. */
function Origin({
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

type Fact = [name: string, value: string | 0 | false | null];

/** Names and values; an unknown value has no row. */
function Facts({ facts }: { facts: Fact[] }) {
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
