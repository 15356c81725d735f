/** Default latency of a loaded file's sound, before it is measured; seconds. */
const USUAL_LATENCY = 0.08;
/** The next file starts this much earlier, because a little of both songs is heard less than silence; seconds. */
const MARGIN = 0.015;
const MAX_LATENCY = 0.3;
export const MAX_CROSSFADE = 12;

/** Timing of the next song's start while this one still plays; seconds. */
interface Overlap {
  /** Time between the start of the next song and the end of this one. */
  lead: number;
  /** Time both are heard, one fading out and the other one in; 0 for none. */
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

/** True if a page may set the volume of its sound. On iOS only the device's buttons do, so nothing can fade. */
export function canFade(audio: HTMLAudioElement = new Audio()): boolean {
  audio.volume = 0.5;
  return audio.volume === 0.5;
}

/** Number of reports kept; two seconds of `timeupdate` events, so that a sound card's own speed has no effect. */
const MOST_REPORTS = 8;

/** Tells where a sound is between the reports of its element, which Firefox makes only every 40 ms. */
export function soundClock() {
  /** Start times that the sound would have at position 0, by each report; seconds. A late report gives a late time. */
  let origins: number[] = [];
  const now = () => performance.now() / 1000;
  return {
    /** To be called whenever the sound begins, stops or jumps. */
    reset() {
      origins = [];
    },
    report(position: number) {
      origins = [...origins, now() - position].slice(-MOST_REPORTS);
    },
    /** Seconds of `performance.now()`; infinite without a report. */
    origin: () => Math.min(...origins),
    /** @param reported what its element says, for a sound without a report. */
    position: (reported: number) => (origins.length > 0 ? now() - Math.min(...origins) : reported),
  };
}

/** Louder tracks are turned down to this. Quieter ones stay as they are: an audio element can't amplify. LUFS. */
const TARGET_LOUDNESS = -14;

/** The volume factor, at most 1, for a track of this integrated loudness (LUFS). */
export function normalizationGain(loudness: number | null): number {
  if (loudness === null) return 1;
  return Math.min(1, 10 ** ((TARGET_LOUDNESS - loudness) / 20));
}
