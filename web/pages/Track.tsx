import '../features/tracks/page/song-pages.css';
import '../player/now-playing/lyrics.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SongStory as Story } from 'contract/features/song-requests.ts';
import type { Provenance, TrackPage } from 'contract/features/track-page.ts';
import type { Track as TrackFields } from 'contract/features/tracks.ts';
import { pages } from 'contract/pages.ts';
import { pluralize } from 'contract/text/pluralize.ts';
import { trackPath } from 'contract/text/slugs.ts';
import { Sparkles } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useParams, useSearchParams } from 'wouter';
import { hasSeen, nextPremiere, noteSeen } from '../features/song-requests/premieres.ts';
import { SongStory } from '../features/song-requests/request/SongStory.tsx';
import { MissingTrack } from '../features/tracks/page/Missing.tsx';
import { Moments, metWishes } from '../features/tracks/page/Moments.tsx';
import { trackPageQuery } from '../features/tracks/page/page-queries.ts';
import { SimilarTracks } from '../features/tracks/page/SimilarTracks.tsx';
import { TrackHero } from '../features/tracks/page/TrackHero.tsx';
import { TrackWave } from '../features/tracks/page/TrackWave.tsx';
import { TrackGridSkeleton } from '../features/tracks/TrackGrid.tsx';
import { usePlayFrom, useStartSecond } from '../features/tracks/use-play-from.ts';
import { call } from '../lib/http/api.ts';
import { useSession } from '../lib/session.tsx';
import { useStore } from '../lib/store.ts';
import { Lyrics } from '../player/now-playing/Lyrics.tsx';
import { madeBy, musicLine } from '../player/now-playing/music-words.ts';
import { RadioButton } from '../player/radio.tsx';
import { toSong } from '../player/song.ts';
import { lazyLayer } from '../ui/layers/lazy-layer.tsx';
import { QueryView, Skeleton } from '../ui/QueryView.tsx';
import { Slot } from '../ui/Slot.tsx';
import { useTitle } from '../ui/use-title.ts';

const Premiere = lazyLayer(() => import('../features/song-requests/request/Premiere.tsx'));

const HowItWasMade = lazyLayer(() => import('../player/now-playing/HowItWasMade.tsx'));

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
          page.track ? <Song track={page.track} page={page} start={start} /> : <MissingTrack page={page} />
        }
      </QueryView>
    </div>
  );
}

function Song({ track, page, start }: { track: TrackFields; page: TrackPage; start: number }) {
  const { viewer } = useSession();
  const { playFrom } = usePlayFrom(track, start);
  const { story, provenance, lyrics, timed_lyrics, plays } = page;
  const wishes = story ? metWishes(story.moments, provenance?.heard ?? []) : [];
  const name = `${track.title} by ${track.display_artist}`;
  return (
    <article>
      {story && <PremiereOnce key={track.id} track={track} story={story} calledBy={page.called_by} />}
      <div className="song-top">
        <TrackHero track={track} start={start} />
        <TrackWave
          track={track}
          start={start}
          below={
            wishes.length === 0 && (
              <Slot at="track/below" track={track} start={start} areExpected={page.has_applause} />
            )
          }
        />
        {wishes.length > 0 && (
          <Moments song_id={track.id} wishes={wishes} duration={track.duration_seconds} onSeek={playFrom} />
        )}
        <div className="song-foot figures">
          {plays > 0 && <p className="text-soft">{pluralize(plays, 'listen')}</p>}
          <Slot at="track/aside" track={track} onSeek={playFrom} />
        </div>
      </div>
      {story && (
        <SongStory
          story={story}
          page={page}
          name={name}
          username={viewer?.username}
          premiere={`${trackPath(track)}?premiere`}
        />
      )}
      {lyrics !== null && (
        <div className="song-lyrics">
          <Lyrics song={{ ...track, lyrics, timed_lyrics }} onSeek={playFrom} level={2} />
        </div>
      )}
      <MadeLine track={track} provenance={provenance} />
      <SimilarTracks
        title="More like this"
        similar={page.similar}
        action={<RadioButton seed={`track:${track.id}`} />}
      />
    </article>
  );
}

/** In one line, that a track is AI-generated and how it sounds; the rest is in a sheet. */
function MadeLine({ track, provenance }: { track: TrackFields; provenance: Provenance | null }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="song-made">
      <p>
        <Sparkles size={16} aria-hidden="true" /> {madeBy(provenance?.generator ?? track.provider)}{' '}
        <button
          type="button"
          onPointerEnter={HowItWasMade.preload}
          onClick={() => setOpen(true)}
          className="song-how"
        >
          How it was made
        </button>
      </p>
      <p className="figures text-faint">{musicLine(track)}</p>
      {isOpen && <HowItWasMade track={track} provenance={provenance} onClose={() => setOpen(false)} />}
    </div>
  );
}

/**
 * Opens the premiere of a song: live, where somebody has just watched its release; once for each of its backers, as the
 * server says; and by `?premiere` for anyone.
 */
function PremiereOnce({
  track,
  story,
  calledBy,
}: {
  track: TrackFields;
  story: Story;
  calledBy: readonly string[];
}) {
  const { viewer } = useSession();
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const next = useStore(nextPremiere);
  const { request_id } = story;
  const queryKey = ['premiere', request_id];
  const { data } = useQuery({
    queryKey,
    queryFn: () => call('GET /notifications/premieres/:id', { params: { id: request_id } }),
    enabled: viewer !== null,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { private: true },
  });
  const song = useMemo(() => toSong(track), [track]);
  const isAsked = search.has('premiere');
  const startsAt = next?.track_id === track.id ? next.startsAt : null;
  const [isWaiting, setWaiting] = useState(() => !hasSeen(track.id));
  const onEnd = useCallback(() => {
    if (isAsked) setSearch({}, { replace: true });
    nextPremiere.set(null);
    noteSeen(track.id);
    setWaiting(false);
    if (!viewer) return;
    client.setQueryData(['premiere', request_id], { waits: false });
    call('DELETE /notifications/premieres/:id', { params: { id: request_id } }).catch((error) =>
      console.warn('The premiere may open again.', error),
    );
  }, [client, isAsked, request_id, setSearch, track.id, viewer]);
  if (!isAsked && startsAt === null && !(isWaiting && data?.waits)) return null;
  return (
    <Premiere
      story={story}
      voters={calledBy}
      song={song}
      startsAt={startsAt}
      isAsked={isAsked}
      onEnd={onEnd}
    />
  );
}

/** Stands in for a track's page while it loads. */
function TrackPageSkeleton() {
  return (
    <div>
      <div className="song-top">
        <Skeleton className="song-cover aspect-square" />
        <div className="song-names">
          <Skeleton className="h-16 w-3/4" />
          <Skeleton className="mt-3 h-5 w-1/2" />
        </div>
        <Skeleton className="song-controls h-16 rounded-full!" />
        <Skeleton className="song-wave song-wave-box" />
      </div>
      <div className="song-more">
        <TrackGridSkeleton count={4} />
      </div>
    </div>
  );
}
