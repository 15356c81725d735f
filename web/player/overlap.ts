/** What a browser needs until a loaded file sounds, before it was measured; seconds. */
const USUAL_LATENCY = 0.08;
/** The next file starts this much earlier, because a little of both songs is heard less than silence; seconds. */
const MARGIN = 0.015;
const MAX_LATENCY = 0.3;
export const MAX_CROSSFADE = 12;

/** How the next song begins while this one still plays; seconds. */
export interface Overlap {
  /** How long before the end of this song the next one is started. */
  lead: number;
  /** How long both are heard, one fading out and the other one in; 0 for none. */
  fade: number;
}

/**
 * Plans how two songs overlap; null if the next one starts only after the end of this one. A crossfade takes at most
 * half of the shorter song.
 * @param latency what the browser needs until a loaded file sounds, seconds.
 */
export function planOverlap(
  { crossfade, gapless }: { crossfade: number; gapless: boolean },
  lengths: [number, number],
  latency: number,
): Overlap | null {
  const fade = Math.min(crossfade, ...lengths.map((length) => length / 2));
  if (crossfade > 0 && fade > 0) return { lead: fade + latency, fade };
  return gapless ? { lead: latency + MARGIN, fade: 0 } : null;
}

/** The volumes of the song that ends and of the one that begins: their power together stays the same. @param share 0 to 1. */
export function equalPower(share: number): [out: number, into: number] {
  const angle = (Math.max(0, Math.min(1, share)) * Math.PI) / 2;
  return [Math.cos(angle), Math.sin(angle)];
}

/** Learns from every song that begins how long this browser needs until a loaded file sounds; seconds. */
export function latencyMeter() {
  let latency = USUAL_LATENCY;
  let known = false;
  return {
    latency: () => latency,
    /** @param measured the time since the file was started, less its position; seconds. */
    learn(measured: number) {
      // Longer than this, something else held up the sound or the page.
      if (measured > MAX_LATENCY) return;
      const likely = Math.max(0, measured);
      // While the page is still busy starting, it learns late that its first song sounds.
      latency = known ? (latency + likely) / 2 : Math.max(latency, likely);
      known = true;
    },
  };
}

/** Whether a page may set the volume of its sound. On iOS only the device's buttons do, so nothing can fade. */
export function canFade(audio: HTMLAudioElement = new Audio()): boolean {
  audio.volume = 0.5;
  return audio.volume === 0.5;
}
