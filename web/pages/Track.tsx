import '../features/tracks/page/song-pages.css';
import '../player/now-playing/lyrics.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TrackPage } from 'contract/features/track-page.ts';
import type { Track as TrackFields } from 'contract/features/tracks.ts';
import { pages } from 'contract/pages.ts';
import { useParams, useSearchParams } from 'wouter';
import { MissingTrack } from '../features/tracks/page/Missing.tsx';
import { trackPageQuery } from '../features/tracks/page/page-queries.ts';
import { SimilarTracks } from '../features/tracks/page/SimilarTracks.tsx';
import { TrackHero } from '../features/tracks/page/TrackHero.tsx';
import { TrackWave } from '../features/tracks/page/TrackWave.tsx';
import { TrackGridSkeleton } from '../features/tracks/TrackGrid.tsx';
import { usePlayFrom, useStartSecond } from '../features/tracks/use-play-from.ts';
import { call } from '../lib/http/api.ts';
import { useSession } from '../lib/session.tsx';
import { Lyrics } from '../player/now-playing/Lyrics.tsx';
import { Facts, Making, musicFacts } from '../player/now-playing/TrackFacts.tsx';
import { RadioButton } from '../player/radio.tsx';
import { toSong } from '../player/song.ts';
import { lazyLayer } from '../ui/layers/lazy-layer.tsx';
import { QueryView, Skeleton } from '../ui/QueryView.tsx';
import { Slot } from '../ui/Slot.tsx';
import { useTitle } from '../ui/use-title.ts';

const Premiere = lazyLayer(() => import('../features/song-requests/request/Premiere.tsx'));

export { trackPageQuery as query };

/** `/tracks/{id}`: a track with all that is known of it, and what resembles it. */
export default function Track() {
  const { id = '' } = useParams();
  const query = useQuery(trackPageQuery(id));
  const track = query.data?.track;
  const start = useStartSecond(track?.duration_seconds);
  useTitle(track ? pages.track.titleOf(track) : pages.track.title);

  return (
    <div className="stage-width pt-6 pb-16 md:pt-10">
      <QueryView
        page
        query={query}
        loading="Loading the track..."
        skeleton={<TrackPageSkeleton />}
        failed="Failed to load the track"
      >
        {(page) =>
          page.track ? (
            <article>
              {page.request_id && <PremiereOnce track={page.track} request_id={page.request_id} />}
              <TrackHero track={page.track} page={page} start={start} />
              <TrackWave
                track={page.track}
                start={start}
                below={
                  <Slot at="track/below" track={page.track} start={start} areExpected={page.has_applause} />
                }
                aside={(playFrom) => <Slot at="track/aside" track={page.track!} onSeek={playFrom} />}
              />
              <TrackNotes track={page.track} page={page} start={start} />
              <SimilarTracks
                title="More like this"
                similar={page.similar}
                action={<RadioButton seed={`track:${page.track.id}`} />}
              />
            </article>
          ) : (
            <MissingTrack page={page} />
          )
        }
      </QueryView>
    </div>
  );
}

/** Opens the premiere of a song: once for each of its backers, as the server says, and by `?premiere` for anyone. */
function PremiereOnce({ track, request_id }: { track: TrackFields; request_id: string }) {
  const { viewer } = useSession();
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const queryKey = ['premiere', request_id];
  const { data } = useQuery({
    queryKey,
    queryFn: () => call('GET /notifications/premieres/:id', { params: { id: request_id } }),
    enabled: viewer !== null,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { private: true },
  });
  const isAsked = search.has('premiere');
  if (!isAsked && !data?.waits) return null;
  const onEnd = (seen: boolean) => {
    if (isAsked) setSearch({}, { replace: true });
    if (!data?.waits) return;
    client.setQueryData(queryKey, { waits: false });
    // It waits for the next visit.
    if (!seen) return;
    call('DELETE /notifications/premieres/:id', { params: { id: request_id } }).catch((error) =>
      console.warn('The premiere may open again.', error),
    );
  };
  return <Premiere key={track.id} request_id={request_id} song={toSong(track)} onEnd={onEnd} />;
}

/** Stands in for a track's page while it loads. */
function TrackPageSkeleton() {
  return (
    <div>
      <div className="song-hero">
        <Skeleton className="song-hero-cover aspect-square" />
        <div className="min-w-0">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="mt-3 h-16 w-3/4" />
          <Skeleton className="mt-3 h-5 w-1/2" />
        </div>
      </div>
      <div className="song-wave">
        <Skeleton className="song-wave-box" />
      </div>
      <div className="song-more">
        <TrackGridSkeleton count={4} />
      </div>
    </div>
  );
}

/** A track's lyrics, how it was made, and the facts of its music. */
function TrackNotes({
  track,
  page: { lyrics, timed_lyrics, provenance },
  start,
}: {
  track: TrackFields;
  page: Pick<TrackPage, 'lyrics' | 'timed_lyrics' | 'provenance'>;
  /** Where the song starts when it is not the current one; seconds. */
  start: number;
}) {
  const { playFrom } = usePlayFrom(track, start);
  return (
    <div className="song-notes" data-lyrics={lyrics !== null || undefined}>
      {lyrics !== null && <Lyrics song={{ ...track, lyrics, timed_lyrics }} onSeek={playFrom} level={2} />}
      <Making track={track} provenance={provenance} level={2} />
      <section aria-labelledby="song-music">
        <h2 id="song-music" className="text-lg">
          The music
        </h2>
        <Facts facts={musicFacts(track)} />
      </section>
    </div>
  );
}
