import type { Take } from 'contract/extensions/studio.ts';
import { useMemo } from 'react';
import { useTakeKeys, useTakePlayer, useTimeVariable } from '../../player/use-take-player.ts';
import type { PlayableTake } from './TakeWave.tsx';

/** A take that can be heard, or else null. */
export const playable = (take: Take): PlayableTake | null =>
  take.audio_url === null || take.duration_seconds === null ? null : (take as PlayableTake);

/** A player for the takes that can be heard, with the element that knows its time, and the length of the longest, s. */
export function useTakes(takes: readonly Take[] | undefined) {
  const ready = useMemo(() => takes?.flatMap((take) => playable(take) ?? []) ?? [], [takes]);
  const sources = useMemo(
    () => ready.map(({ id, audio_url, loudness_lufs }) => ({ id, url: audio_url, loudness: loudness_lufs })),
    [ready],
  );
  const player = useTakePlayer(sources);
  useTakeKeys(player, (letter) => ready.find(({ label }) => label === letter)?.id);
  const box = useTimeVariable(player);
  const longest = Math.max(1, ...ready.map(({ duration_seconds }) => duration_seconds));
  return { ready, player, box, longest };
}
