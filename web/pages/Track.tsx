import { plural, t } from '@lingui/core/macro';
import { say } from '../lib/i18n.ts';
import '../features/tracks/page/song-pages.css';
import '../player/now-playing/lyrics.css';
import { useQuery } from '@tanstack/react-query';
import type { Provenance, TrackPage } from 'contract/features/track-page.ts';
import type { Track as TrackFields } from 'contract/features/tracks.ts';
import { pages } from 'contract/pages.ts';
import { trackPath } from 'contract/text/slugs.ts';
import { Sparkles } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useParams } from 'wouter';
import { SongStory } from '../features/song-requests/song/SongStory.tsx';
import { MissingTrack } from '../features/tracks/page/Missing.tsx';
import { Moments, metWishes } from '../features/tracks/page/Moments.tsx';
import { trackPageQuery } from '../features/tracks/page/page-queries.ts';
import { SimilarTracks } from '../features/tracks/page/SimilarTracks.tsx';
import { TrackHero } from '../features/tracks/page/TrackHero.tsx';
import { TrackWave } from '../features/tracks/page/TrackWave.tsx';
import { TrackGridSkeleton } from '../features/tracks/TrackGrid.tsx';
import { usePlayFrom, useStartSecond } from '../features/tracks/use-play-from.ts';
import { useSession } from '../lib/session.tsx';
import { Lyrics } from '../player/now-playing/Lyrics.tsx';
import { madeBy, musicWords } from '../player/now-playing/music-words.ts';
import { lazyLayer } from '../ui/layers/lazy-layer.tsx';
import { QueryView, Skeleton } from '../ui/QueryView.tsx';
import { Slot } from '../ui/Slot.tsx';
import { Time } from '../ui/Time.tsx';
import { useTitle } from '../ui/use-title.ts';

const HowItWasMade = lazyLayer(() => import('../player/now-playing/HowItWasMade.tsx'));

export { trackPageQuery as query };

/** `/tracks/{id}`: a track with all that is known of it, and what resembles it. */
export default function Track() {
  const { id = '' } = useParams();
  const query = useQuery(trackPageQuery(id));
  const track = query.data?.track;
  const start = useStartSecond(track?.duration_seconds);
  useTitle(say(track ? pages.track.titleOf(track) : pages.track.title));

  return (
    <div className="stage-width pt-6 pb-16 md:pt-10">
      <QueryView
        page
        query={query}
        loading={t`Loading the track...`}
        skeleton={<TrackPageSkeleton />}
        failed={t`Failed to load the track`}
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
  const name = t`${{ title: track.title }} by ${{ artist: track.display_artist }}`;
  return (
    <article>
      {story && (
        <Slot key={track.id} at="track/premiere" track={track} story={story} calledBy={page.called_by} />
      )}
      <div className="song-top">
        <TrackHero track={track} start={start} />
        <TrackWave
          track={track}
          start={start}
          marks={<Slot at="track/marks" track={track} />}
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
          {plays > 0 && <p className="text-soft">{plural(plays, { one: '# listen', other: '# listens' })}</p>}
          <Slot at="track/aside" track={track} onSeek={playFrom} areExpected={page.has_applause} />
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
      <Slot key={`talk ${track.id}`} at="track/talk" track={track} onSeek={playFrom} />
      <SimilarTracks
        title={t`More like this`}
        similar={page.similar}
        action={<Slot at="track/radio" seed={`track:${track.id}`} />}
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
          {t`How it was made`}
        </button>
      </p>
      <p className="figures text-faint">
        {musicWords(track).map((word) => (
          <Fragment key={word}>
            <bdi>{word}</bdi> ·{' '}
          </Fragment>
        ))}
        <Time at={Date.parse(track.release_date)} />
      </p>
      {isOpen && <HowItWasMade track={track} provenance={provenance} onClose={() => setOpen(false)} />}
    </div>
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
