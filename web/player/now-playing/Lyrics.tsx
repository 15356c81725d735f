import { t } from '@lingui/core/macro';
import { type TimedLine, timedLines } from 'contract/text/lyrics.ts';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { usePlayer, usePlayerState } from '../PlayerContext.tsx';

/** Longer lyrics are folded at first. */
const FOLD_LINES = 14;
/** Polling interval of the place in timed lyrics, ms. */
const LOOK_EVERY = 100;

/** A song with lyrics. */
interface SongWithLyrics {
  id: string;
  duration_seconds: number;
  lyrics: string;
  /** The same as LRC; null without times. */
  timed_lyrics: string | null;
}

/**
 * The lyrics of a song, long ones folded until they are wanted. Those with times go in step with the music.
 * @param onSeek plays the song from a line that was pressed; seconds.
 */
export function Lyrics({
  song: { id: song_id, duration_seconds, lyrics, timed_lyrics },
  onSeek,
  level,
}: {
  song: SongWithLyrics;
  onSeek: (second: number) => void;
  level: 2 | 3;
}) {
  const id = useId();
  const timed = useMemo(
    () => timedLines(timed_lyrics ?? '', duration_seconds),
    [timed_lyrics, duration_seconds],
  );
  const isLong = (timed.length || lyrics.split('\n').length) > FOLD_LINES;
  const [folded, setFolded] = useState(isLong);
  const Heading = `h${level}` as const;
  return (
    <section aria-labelledby={id}>
      <Heading id={id} className="text-lg">
        {t`Lyrics`}
      </Heading>
      <div id={`${id}-text`} className="lyrics" data-folded={folded || undefined}>
        {timed.length > 0 ? (
          <TimedLyrics song_id={song_id} lines={timed} onSeek={onSeek} />
        ) : (
          lyrics.split('\n\n').map((verse, i) => <Verse key={i} text={verse} />)
        )}
      </div>
      {isLong && (
        <button
          type="button"
          aria-expanded={!folded}
          aria-controls={`${id}-text`}
          onClick={() => setFolded(!folded)}
          className="lyrics-fold font-semibold text-ember-ink hover:underline"
        >
          {folded ? t`Show all lyrics` : t`Show less`}
        </button>
      )}
    </section>
  );
}

/** A verse of lyrics without times. A line such as `[Chorus]` names it. */
function Verse({ text }: { text: string }) {
  const [name] = /^\[[^\]\n]{1,60}\](?=\n|$)/.exec(text) ?? [];
  const words = text.slice(name ? name.length + 1 : 0);
  return (
    <p dir="auto">
      {name && <span className="lyrics-part text-faint">{name.slice(1, -1)}</span>}
      {words}
    </p>
  );
}

/** Lines that go in step with the music: the current one is marked, and one that is pressed is played. */
function TimedLyrics({
  song_id,
  lines,
  onSeek,
}: {
  song_id: string;
  lines: TimedLine[];
  onSeek: (second: number) => void;
}) {
  const { line: current, word } = usePlace(song_id, lines);
  const list = useRef<HTMLOListElement>(null);
  // Folded lyrics follow the song. Unfolded ones never move the page.
  useEffect(() => {
    const box = list.current?.parentElement;
    const line = list.current?.children[current] as HTMLElement | undefined;
    if (!box?.dataset.folded || !line) return;
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
    box.scrollTo?.({ top: line.offsetTop - box.offsetTop - box.clientHeight / 3, behavior });
  }, [current]);
  return (
    <ol ref={list} data-playing={current >= 0 || undefined}>
      {lines.map(({ at, part, words }, i) => (
        <li key={i}>
          {part && <span className="lyrics-part text-faint">{part}</span>}
          <button
            type="button"
            dir="auto"
            aria-current={i === current || undefined}
            onClick={() => onSeek(at)}
            className="lyrics-line"
          >
            {words.map(({ text }, n) => (
              <span key={n} data-sung={(i === current && n <= word) || undefined}>
                {text}
              </span>
            ))}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** The line and the word that are sung now; -1 before the first, and while another song plays. */
function usePlace(song_id: string, lines: TimedLine[]) {
  const player = usePlayer();
  const isCurrent = usePlayerState(({ song }) => song?.id === song_id);
  const isPlaying = usePlayerState(({ status }) => status === 'playing');
  const second = usePlayerState((state) => (isPlaying ? 0 : state.second));
  const [place, setPlace] = useState({ line: -1, word: -1 });
  // Also looked at when a song that does not play is moved.
  useEffect(() => {
    const look = () => {
      const now = isCurrent ? player.position() : -1;
      const line = lines.findLastIndex(({ at }) => at <= now);
      const word = lines[line]?.words.findLastIndex(({ at }) => at <= now) ?? -1;
      setPlace((before) => (before.line === line && before.word === word ? before : { line, word }));
    };
    look();
    if (!isCurrent || !isPlaying) return;
    const timer = setInterval(look, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [player, lines, isCurrent, isPlaying, second]);
  return place;
}
