import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { RADIO_MEMORY } from 'contract/extensions/radio.ts';
import { Radio } from 'lucide-react';
import { call, createBackoff } from '../../lib/http/api.ts';
import type { Player } from '../../player/engine/player.ts';
import { usePlayer } from '../../player/PlayerContext.tsx';
import { type Song, toSong } from '../../player/song.ts';
import { Button } from '../../ui/Button.tsx';
import { MenuItem } from '../../ui/layers/menu.tsx';
import { toast, toastProblem } from '../../ui/layers/toasts.ts';

/** Songs left in the queue at which more are loaded. */
const AHEAD = 3;
/** Played songs that stay in the queue, to go back to. */
const BEHIND = 20;

/** Ends the radio that runs, if one does. */
let stop = () => {};

/**
 * Replaces the queue with an endless one of what is like a track, an artist or a genre. It ends when something else
 * replaces the queue.
 * @param seed as `GET /radio` takes it.
 * @param played ids of songs that it does not begin with.
 * @returns the name of what it is the radio of.
 * @throws AnswerProblem if there is nothing to play.
 */
async function startRadio(player: Player, seed: string, played: string[] = []): Promise<string> {
  const { name, songs } = await load(seed, played);
  stop();
  playAs(player, songs);
  stop = keepFilled(player, seed);
  return name;
}

async function load(seed: string, played: string[]): Promise<{ name: string; songs: Song[] }> {
  const query = { seed, ...(played.length > 0 && { played: played.join(',') }) };
  const { name, tracks } = await call('GET /radio', { query });
  return { name, songs: tracks.map(toSong) };
}

/** Plays the songs. If the first one plays already, it goes on without a break. */
function playAs(player: Player, songs: Song[]): void {
  const { song, queue, status } = player.state();
  if (song?.id !== songs[0]?.id || status !== 'playing') {
    player.playAll(songs);
    return;
  }
  for (let index = queue.entries.length - 1; index >= 0; index--) player.removeFromQueue(index);
  for (const next of songs.slice(1)) player.addToQueue(next);
}

/** Adds songs whenever few are left. @returns a function that ends it. */
function keepFilled(player: Player, seed: string): () => void {
  const own = new Set(player.state().queue.entries.map(({ key }) => key));
  let played: string[] = [];
  let loading = false;
  const backoff = createBackoff(2000, 60_000);
  let retryAt = 0;

  async function fill(): Promise<void> {
    loading = true;
    try {
      const { entries } = player.state().queue;
      played = [...entries.map(({ song }) => song.id).reverse(), ...played];
      played = [...new Set(played)].slice(0, RADIO_MEMORY);
      const { songs } = await load(seed, played);
      if (!entriesOf().some(({ key }) => own.has(key))) return;
      for (const song of songs) player.addToQueue(song);
      for (const { key } of entriesOf().slice(-songs.length)) own.add(key);
      while (player.state().queue.at > BEHIND) player.removeFromQueue(0);
      backoff.reset();
    } catch {
      retryAt = Date.now() + backoff.next();
    } finally {
      loading = false;
    }
  }
  const entriesOf = () => player.state().queue.entries;

  const unsubscribe = player.subscribe(() => {
    const { entries, at } = player.state().queue;
    if (!entries.some(({ key }) => own.has(key))) return unsubscribe();
    if (!loading && entries.length - 1 - at <= AHEAD && Date.now() >= retryAt) void fill();
  });
  return unsubscribe;
}

/** Starts the radio of a track, an artist or a genre, and says so. See `startRadio`. */
function useStartRadio(seed: string, played?: string[]) {
  const player = usePlayer();
  const { mutate, isPending } = useMutation({
    mutationFn: () => startRadio(player, seed, played),
    onSuccess: (name) => toast(t`Radio started`, t`“${name}” and songs like it`),
    onError: (error) => toastProblem(t`The radio could not start`, error),
  });
  return { start: () => mutate(), isPending };
}

/** Starts the radio of a track, an artist or a genre. @param seed as `GET /radio` takes it. */
export function RadioButton({ seed }: { seed: string }) {
  const { start, isPending } = useStartRadio(seed);
  return (
    <Button disabled={isPending} onClick={start}>
      <Radio size={16} aria-hidden="true" /> <span>{t`Start radio`}</span>
    </Button>
  );
}

/** Starts the radio of a song from its menu. */
export function RadioItem({ seed }: { seed: string }) {
  return <MenuItem icon={Radio} name={t`Start radio`} onSelect={useStartRadio(seed).start} />;
}

/** Goes on with what resembles a song that played alone. */
export function SimilarSongs({ seed, played }: { seed: string; played?: string[] }) {
  const { start, isPending } = useStartRadio(seed, played);
  return (
    <Button
      disabled={isPending}
      onClick={({ currentTarget }) => {
        // This button goes once the next song plays.
        currentTarget.parentElement!.querySelector('button')!.focus();
        start();
      }}
    >
      {t`Similar songs`}
    </Button>
  );
}
