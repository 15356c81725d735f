import './featured.css';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import type { HeardSong } from 'contract/features/song-requests.ts';
import type { Track } from 'contract/features/tracks.ts';
import { FEATURED_COVER_SIZES } from 'contract/pictures/covers.ts';
import { trackPath } from 'contract/text/slugs.ts';
import { formatDuration } from '../../../lib/format.ts';
import { site } from '../../../lib/site.ts';
import { madeBy } from '../../../player/now-playing/music-words.ts';
import { usePlayer } from '../../../player/PlayerContext.tsx';
import { PlayPauseIcon, usePlayToggle } from '../../../player/PlayToggle.tsx';
import { toSong } from '../../../player/song.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { lazyLayer } from '../../../ui/layers/lazy-layer.tsx';
import { Cover } from '../../../ui/pictures/Cover.tsx';
import { Initials } from '../../../ui/pictures/Initials.tsx';
import { Moments } from './Moments.tsx';

const MomentWave = lazyLayer(() => import('./MomentWave.tsx'));

/** A song with the words that it was made from. */
export type Featured = Pick<HeardSong, 'track' | 'wish' | 'moments'> & Partial<HeardSong>;

/** More letters than these would take a fourth line. */
const LONG_WISH = 64;

/**
 * Explore's first view for visitors: what the site is, and a song beside the wish that it came from.
 * @param featured null before there is any song, undefined while it loads.
 * @param next what plays after it.
 */
export default function Hero({ featured, next }: { featured: Featured | null | undefined; next: Track[] }) {
  const player = usePlayer();
  const playFrom = (second: number) => {
    if (player.state().song?.id !== featured!.track.id) player.playAll(queueOf(featured!.track, next));
    player.seek(second);
  };
  return (
    <div className="featured" data-empty={featured === null ? '' : undefined}>
      <div className="featured-words">
        <div className="featured-intro">
          <h1>{site.tagline}</h1>
          <p className="featured-pitch">
            <Trans>
              Ask for a song. At 30 votes AI makes it, and the people who voted pick the best take.
            </Trans>{' '}
            <AppLink
              href="/leaderboard"
              className="whitespace-nowrap font-semibold text-ember-ink hover:underline max-md:block max-md:w-fit"
            >
              <Trans>Request a song</Trans>
            </AppLink>
          </p>
        </div>
        {featured && <Words featured={featured} next={next} />}
      </div>
      {featured !== null && (
        <>
          <div className="featured-cover">
            {featured && <Cover url={featured.track.cover_image_url} sizes={FEATURED_COVER_SIZES} eager />}
          </div>
          <div className="featured-wave">
            {featured ? (
              <MomentWave
                fallback={<WaveAtRest {...featured} />}
                track={featured.track}
                moments={featured.moments}
                playFrom={playFrom}
              />
            ) : (
              <div className="featured-bars" />
            )}
          </div>
        </>
      )}
    </div>
  );
}

/** Until the waveform can be drawn. */
const WaveAtRest = (featured: Featured) => (
  <>
    <div className="featured-bars" />
    <Moments {...featured} />
  </>
);

function Words({ featured, next }: { featured: Featured; next: Track[] }) {
  const { track, wish, asked_by, voters, voted_by = [] } = featured;
  return (
    <>
      <blockquote dir="auto" data-long={wish.length > LONG_WISH || undefined} className="featured-wish">
        {wish === '' ? track.title : `“${wish.trim()}”`}
      </blockquote>
      <p className="featured-people">
        {voters === undefined ? (
          `${madeBy(track.provider)}.`
        ) : (
          <>
            <span className="crowd">
              {voted_by.map((name) => (
                <Initials key={name} name={name} className="text-xs" />
              ))}
            </span>
            <span>
              {asked_by && (
                <>
                  <Trans>
                    <b dir="auto" className="inline-block first-letter:uppercase">
                      {asked_by}
                    </b>{' '}
                    asked for it.
                  </Trans>{' '}
                </>
              )}
              <Trans>
                <b>
                  <Plural value={voters} one="# person" other="# people" />
                </b>{' '}
                voted.
              </Trans>
            </span>
          </>
        )}
      </p>
      <div className="featured-play">
        <PlayFeatured track={track} next={next} />
        <p dir="auto" className="featured-song">
          <AppLink href={trackPath(track)} dir="auto">
            {track.title}
          </AppLink>
          {track.display_artist} · {formatDuration(track.duration_seconds)}
        </p>
      </div>
    </>
  );
}

const queueOf = (track: Track, next: Track[]) =>
  [track, ...next.filter(({ id }) => id !== track.id)].map(toSong);

/** Plays the song and then the others; once it plays, pauses it. */
function PlayFeatured({ track, next }: { track: Track; next: Track[] }) {
  const player = usePlayer();
  const { isCurrent, isPlaying, preload } = usePlayToggle(toSong(track));
  return (
    <button
      type="button"
      onClick={() => (isCurrent ? player.toggle() : player.playAll(queueOf(track, next)))}
      onPointerEnter={preload}
      className="ember featured-button"
    >
      {/* Both words take their place, so that the button keeps its width. */}
      {[false, true].map((pauses) => (
        <span
          key={String(pauses)}
          aria-hidden={pauses !== isPlaying}
          className={pauses === isPlaying ? '' : 'invisible'}
        >
          <PlayPauseIcon isPlaying={pauses} size={18} /> {pauses ? t`Pause` : t`Hear what came out`}
        </span>
      ))}
    </button>
  );
}
