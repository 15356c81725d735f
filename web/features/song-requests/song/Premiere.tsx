import './premiere.css';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { SongStory as Story } from 'contract/features/song-requests.ts';
import { seatPlaces } from 'contract/features/song-requests-constants.ts';
import { Play, Share2, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { formatDuration } from '../../../lib/format.ts';
import { serverUrl } from '../../../lib/http/api.ts';
import { language } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/session.tsx';
import { Elapsed, ProgressSlider } from '../../../player/bar/ProgressSlider.tsx';
import { hasEndedAlone, isPlayingOrLoading, type Player } from '../../../player/engine/player.ts';
import type { WaveformJson } from '../../../player/engine/waveform.ts';
import { usePlayer, usePlayerState } from '../../../player/PlayerContext.tsx';
import { PlayPauseIcon } from '../../../player/PlayToggle.tsx';
import type { Song } from '../../../player/song.ts';
import { Button, buttonLook } from '../../../ui/Button.tsx';
import { Cover } from '../../../ui/pictures/Cover.tsx';
import { Mark } from '../../../ui/pictures/Mark.tsx';
import { SharePart } from './SharePart.tsx';

/** In which the light comes up; ms, as in the style sheet. */
const LIGHT_MS = 400;
/** From one change of the lamps' brightness to the next, ms: at most three a second, so that nothing flashes. */
const PULSE_MS = 340;
/** Light that a person's applause adds to the lamps. */
const APPLAUSE_LIGHT = 0.4;

/** A premiere that others hear at the same moment. */
export interface Together {
  /** Time of the first second, epoch ms of the clock that all agree on. */
  startsAt: number;
  /** The time on that clock. */
  now: () => number;
  /** Plays the song in step with it. @returns a function that ends that. */
  play: (player: Player, song: Song) => () => void;
  /** The members who are there, and pictures of those who have one; undefined until that is known. */
  faces: readonly { username: string; avatar_url: string | null }[] | undefined;
  /** Until when somebody's applause shines, by `performance.now()`. */
  shinesUntil: RefObject<number>;
  /** Says that it ended before its time. */
  isOver: boolean;
  /** People who are there. */
  people: ReactNode;
}

const prefersStill = () => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;

/**
 * A released song before its page: the dark house counts down, plays the song, and rolls the names of those who made it
 * possible. The sound waits for a press of Play.
 * @param together undefined for somebody who watches it alone, without a countdown.
 * @param isAsked whether the viewer has just asked for it, so that the music may begin.
 * @param onEnd the light is up, and the page stands there.
 */
export default function Premiere({
  story,
  voters,
  song,
  together,
  isAsked,
  actions,
  onEnd,
}: {
  story: Story;
  /** Some of those who voted. */
  voters: readonly string[];
  song: Song;
  together?: Together;
  isAsked: boolean;
  /** Actions of the viewer while it plays. */
  actions: ReactNode;
  onEnd: () => void;
}) {
  const player = usePlayer();
  const { viewer } = useSession();
  const username = viewer?.username;
  const button = useRef<HTMLButtonElement>(null);
  const [isStill] = useState(prefersStill);
  const [isLeaving, setLeaving] = useState(false);
  const [isPressed, setPressed] = useState(() => isAsked && navigator.userActivation?.hasBeenActive === true);
  const left = useCountdown(together);
  const [hasBegun, setBegun] = useState(false);
  const status = usePlayerState((state) => (state.song?.id === song.id ? state.status : 'empty'));
  const hasEnded = usePlayerState((state) => state.song?.id === song.id && hasEndedAlone(state));
  const own = username === undefined ? 0 : story.seats.lastIndexOf(username) + 1;

  const leave = () => setLeaving(true);
  const press = () => {
    setPressed(true);
    if (left === 0 || player.state().song?.id === song.id) return;
    // Within the press, so that browsers allow the sound later.
    player.choose(song);
    player.pause();
  };
  const isDue = isPressed && left === 0;
  const play = together?.play;
  useEffect(() => {
    if (!isDue) return;
    const isCurrent = player.state().song?.id === song.id;
    setBegun(true);
    // `choose` would pause the current song.
    if (!isCurrent) player.choose(song);
    if (play) return play(player, song);
    if (!isCurrent) return;
    player.seek(0);
    player.play();
  }, [isDue, play, player, song]);
  const isOver = together?.isOver ?? false;
  useEffect(() => {
    if (!isOver) return;
    player.pause();
    setLeaving(true);
  }, [isOver, player]);
  useEffect(() => {
    if (hasBegun) button.current?.focus({ preventScroll: true });
  }, [hasBegun]);
  useEffect(() => {
    if (hasBegun && (hasEnded || status === 'failed')) setLeaving(true);
  }, [hasBegun, hasEnded, status]);
  useEffect(() => {
    if (!isLeaving) return;
    const light = setTimeout(onEnd, isStill ? 0 : LIGHT_MS);
    // Somebody who goes back meanwhile is on another page.
    return () => clearTimeout(light);
  }, [isLeaving, isStill, onEnd]);

  return (
    <Dialog.Root open onOpenChange={(open) => !open && leave()}>
      <Dialog.Portal>
        {/* Keeps the page behind from scrolling. */}
        <Dialog.Overlay />
        <Dialog.Content
          aria-describedby={undefined}
          className="premiere"
          data-live={together !== undefined || undefined}
          data-open={left === 0 || undefined}
          data-leaving={isLeaving || undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            button.current!.focus({ preventScroll: true });
          }}
          onPointerDownOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true });
          }}
        >
          <div className="premiere-head">
            <p className="flex items-center gap-3 font-semibold">
              <Mark className="size-8" /> {t`Premiere`}
            </p>
            <Dialog.Close className={buttonLook('bare')}>
              {left > 0 ? t`Skip` : t`Close`} <X size={18} aria-hidden="true" />
            </Dialog.Close>
          </div>
          {left > 0 && <Announcement title={song.title} left={left} />}
          <div className="premiere-house">
            <Lamps
              story={story}
              username={username}
              song={song}
              isPulsing={status === 'playing' && !isStill}
              together={together}
            />
            {left > 0 && !isStill ? (
              <div
                className="premiere-disc figures"
                data-counts={left <= COUNTED || undefined}
                aria-hidden="true"
              >
                {left < 60 ? left : formatDuration(left)}
                <svg viewBox="-33 -33 66 66" aria-hidden="true">
                  <circle r="31" pathLength="1" />
                </svg>
              </div>
            ) : (
              <div className="premiere-cover">
                <Cover url={song.thumbnail} sizes="(min-width: 768px) 220px, 40vw" eager />
              </div>
            )}
          </div>
          <div className="premiere-words">
            <Dialog.Title
              dir="auto"
              data-long={song.title.length > 30 || undefined}
              className="wrap-anywhere"
            >
              {song.title}
            </Dialog.Title>
            <p dir="auto" className="text-lg text-soft wrap-anywhere">
              {song.artist}
            </p>
            {together?.people}
            {story.wish && !hasBegun && (
              <p dir="auto" className="premiere-wish line-clamp-2 wrap-anywhere">
                “{story.wish}”
              </p>
            )}
          </div>
          <Credits story={story} voters={voters} username={username} isStill={isStill} />
          <div className="premiere-controls">
            {hasBegun ? (
              <>
                <div className="premiere-player">
                  <button
                    ref={button}
                    type="button"
                    aria-label={isPlayingOrLoading(status) ? t`Pause` : t`Play`}
                    onClick={player.toggle}
                    className="grid size-13 shrink-0 place-items-center rounded-full bg-ink text-ground transition hover:scale-105 active:scale-95"
                  >
                    <PlayPauseIcon isPlaying={isPlayingOrLoading(status)} />
                  </button>
                  <ProgressSlider
                    height={44}
                    className="h-11 min-w-0 flex-1"
                    isFixed={together !== undefined}
                  />
                  <Elapsed />
                </div>
                {actions}
                {own > 0 && (
                  <SharePart
                    request_id={story.request_id}
                    name={t`${{ title: song.title }} by ${{ artist: song.artist }}`}
                    number={own}
                    className={buttonLook()}
                  >
                    <Share2 size={17} aria-hidden="true" /> {t`Share your part`}
                  </SharePart>
                )}
                <Button look="bare" onClick={leave} className="premiere-leave">
                  {t`Go to the song`}
                </Button>
              </>
            ) : (
              <Button ref={button} look="ember" size="lg" onClick={press} className="premiere-play">
                <Play size={18} fill="currentColor" aria-hidden="true" />
                {left === 0 ? t`Play` : isPressed ? t`Starts with the music` : t`Play when it starts`}
              </Button>
            )}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Says once to screen readers what begins; they miss what is there from the start. */
function Announcement({ title, left }: { title: string; left: number }) {
  const [text, setText] = useState('');
  const [first] = useState(left);
  useEffect(() => {
    const format = new Intl.RelativeTimeFormat(language);
    const time =
      first < 60 ? format.format(first, 'second') : format.format(Math.round(first / 60), 'minute');
    setText(t({ message: `Premiere. ${title}, starts ${time}.`, comment: 'The time is "in 5 seconds".' }));
  }, [title, first]);
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}

/** The seconds in which the ring runs down. */
const COUNTED = 5;

/** The seconds until everybody hears the first one; 0 once it has come. */
function useCountdown(together: Pick<Together, 'startsAt' | 'now'> | undefined): number {
  const secondsLeft = () =>
    together ? Math.max(0, Math.ceil((together.startsAt - together.now()) / 1000)) : 0;
  const [left, setLeft] = useState(secondsLeft);
  useEffect(() => {
    if (!together) return;
    const timer = setInterval(() => setLeft(secondsLeft), 100);
    return () => clearInterval(timer);
  });
  return left;
}

/** The lamps in the form in which they were lit; they pulse with the song's peaks, from the middle outwards. */
function Lamps({
  story: { seats, votes },
  username,
  song,
  isPulsing,
  together,
}: {
  story: Story;
  username: string | undefined;
  song: Song;
  isPulsing: boolean;
  together: Together | undefined;
}) {
  const player = usePlayer();
  const client = useQueryClient();
  const box = useRef<HTMLDivElement>(null);
  const shinesUntil = together?.shinesUntil;
  useEffect(() => {
    if (!isPulsing) return;
    const pulse = () => {
      const light = performance.now() < (shinesUntil?.current ?? 0) ? APPLAUSE_LIGHT : 0;
      const waveform = client.getQueryData<WaveformJson>(['waveform', song.waveformUrl]);
      for (const [index, lamp] of [...box.current!.children].entries()) {
        // What is heard reaches the outer lamps later, left and right alike.
        const second = player.position() - Math.abs(seatPlaces[index]!.x) / 26;
        const level = levelAt(waveform, second / song.seconds, song.seconds);
        const least = 'own' in (lamp as HTMLElement).dataset ? 0.8 : 0;
        (lamp as HTMLElement).style.setProperty(
          '--level',
          Math.min(1, Math.max(least, level) + light).toFixed(2),
        );
      }
    };
    const timer = setInterval(pulse, PULSE_MS);
    return () => clearInterval(timer);
  }, [isPulsing, player, client, song, shinesUntil]);
  const faces = new Map(together?.faces?.map((face) => [face.username, face]));
  return (
    <div ref={box} aria-hidden="true">
      {seatPlaces.map(({ x, y, row }, index) => {
        const radius = 5 + 4 * row;
        const seat = seats[index];
        // Each face once, on the first lamp of the person.
        const face = seat != null && seats.indexOf(seat) === index ? faces.get(seat) : undefined;
        return (
          <i
            key={`${x} ${y}`}
            className="premiere-lamp"
            data-row={row}
            data-lit={index < votes || undefined}
            data-own={(username !== undefined && seats[index] === username) || undefined}
            data-here={face !== undefined || undefined}
            style={{ '--x': x / radius, '--y': y / radius, '--r': radius } as CSSProperties}
          >
            {face &&
              (face.avatar_url ? (
                <img src={serverUrl(face.avatar_url)} alt="" />
              ) : (
                <b>{[...face.username].slice(0, 2).join('').toUpperCase()}</b>
              ))}
          </i>
        );
      })}
    </div>
  );
}

/** Loudness of a song at a place relative to its surroundings, from 0 to 1. @param share of the song, from 0. */
function levelAt(waveform: WaveformJson | undefined, share: number, seconds: number): number {
  const points = (waveform?.data.length ?? 0) / 2;
  const at = Math.round(share * points);
  if (points === 0 || at < 0) return 0.5;
  const peak = (point: number) => waveform!.data[2 * point + 1] ?? 0;
  const near = Math.max(4, Math.round((points / seconds) * 3));
  const around = Array.from({ length: 2 * near + 1 }, (_, nth) => peak(at - near + nth));
  const [low, high] = [Math.min(...around), Math.max(...around)];
  return high > low ? (peak(at) - low) / (high - low) : 0.5;
}

/** Rolling credits: the requester and who lit which lamp, each person once. Those who voted past the goal come last. */
function Credits({
  story: { asked_by, seats },
  voters,
  username,
  isStill,
}: {
  story: Story;
  voters: readonly string[];
  username: string | undefined;
  isStill: boolean;
}) {
  const roles = new Map<string, string>();
  if (asked_by) roles.set(asked_by, t({ message: 'asked for it', context: 'before a name' }));
  for (const [index, name] of seats.entries())
    if (name !== null && !roles.has(name)) roles.set(name, t`lamp ${{ number: index + 1 }}`);
  for (const name of voters)
    if (!roles.has(name)) roles.set(name, t({ message: 'voted', context: 'before a name' }));
  return (
    // What stands still is scrolled with the keyboard.
    <div className="premiere-credits" data-still={isStill || undefined} tabIndex={isStill ? 0 : undefined}>
      <dl>
        {[...roles].map(([name, role]) => (
          <div key={name}>
            <dt>{role}</dt>
            <dd data-own={name === username || undefined}>
              <bdi>{name === username ? t`You` : name}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
