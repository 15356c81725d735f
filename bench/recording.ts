/** The sound of the page's audio elements: the peaks of each song, in the order in which the songs were loaded. */
export interface Recording {
  /** The loudest sample of each step, 0 to 1. */
  songs: number[][];
  /** The length of a step, ms. */
  step: number;
  /** Blocks of sound that the recorder missed; a third of a second each. */
  blocksLost: number;
}

/**
 * Runs in the page before its own scripts, and records what its audio elements play. It taps them, so that they still
 * play through the browser's own path. A ScriptProcessor, because the page's policy keeps an AudioWorklet out.
 */
export function recordSongs(): void {
  const MOST_SONGS = 8;
  const BLOCK = 16_384;
  const STEP = 32;
  const songs = Array.from({ length: MOST_SONGS }, (): number[] => []);
  const addresses: string[] = [];
  /** How late each block came; once a block is lost, all that follow are late by its length. Seconds. */
  const delays: number[] = [];
  /** Firefox drops what nothing refers to. */
  const kept: unknown[] = [];

  const begin = () => {
    const recorder = new AudioContext();
    const channels = recorder.createChannelMerger(MOST_SONGS);
    const processor = recorder.createScriptProcessor(BLOCK, MOST_SONGS, 1);
    processor.onaudioprocess = ({ inputBuffer, playbackTime }) => {
      delays.push(playbackTime - (delays.length * BLOCK) / recorder.sampleRate);
      for (const [index, peaks] of songs.entries()) {
        const samples = inputBuffer.getChannelData(index);
        for (let from = 0; from < BLOCK; from += STEP) {
          let peak = 0;
          for (let i = from; i < from + STEP; i++) peak = Math.max(peak, Math.abs(samples[i]!));
          peaks.push(peak);
        }
      }
    };
    channels.connect(processor).connect(recorder.destination);
    kept.push(processor, channels);
    return { recorder, channels };
  };
  let begun: ReturnType<typeof begin> | undefined;

  // Media events do not bubble, but the document can capture them.
  document.addEventListener(
    'loadedmetadata',
    ({ target }) => {
      const audio = target as HTMLAudioElement & {
        captureStream?: () => MediaStream;
        mozCaptureStream: () => MediaStream;
      };
      if (addresses.includes(audio.currentSrc)) return;
      const index = addresses.push(audio.currentSrc) - 1;
      begun ??= begin();
      const { recorder, channels } = begun;
      const stream = audio.captureStream?.() ?? audio.mozCaptureStream();
      const connect = (track: MediaStreamTrack) => {
        const source = recorder.createMediaStreamSource(new MediaStream([track]));
        source.connect(channels, 0, index);
        kept.push(source);
      };
      for (const track of stream.getAudioTracks()) connect(track);
      stream.addEventListener('addtrack', ({ track }) => connect(track));
      kept.push(stream);
    },
    true,
  );

  const recording = (): Recording => {
    const { sampleRate } = begun!.recorder;
    const lateFor = Math.min(...delays.slice(-5)) - Math.min(...delays);
    return {
      songs: songs.slice(0, addresses.length),
      step: (STEP / sampleRate) * 1000,
      blocksLost: Math.round((lateFor * sampleRate) / BLOCK),
    };
  };
  const isRunning = () => begun?.recorder.state === 'running';
  Object.assign(window, { recording, isRunning, kept });
}

/**
 * Runs in the page of an artist: plays all songs, each of them only from a few seconds before its end, and returns
 * what was heard.
 */
export async function playEnds(songs: number): Promise<Recording> {
  const BEFORE_END_S = 4;
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  // The button is drawn before the script that listens to it is here.
  while (!document.querySelector('audio[src]')) {
    const buttons = [...document.querySelectorAll('button')];
    buttons.find(({ textContent }) => textContent?.trim() === 'Play all')?.click();
    await pause(500);
  }
  const recorder = window as unknown as { recording: () => Recording; isRunning: () => boolean };
  for (let waited = 0; !recorder.isRunning(); waited += 50) {
    if (waited > 15_000) throw new Error('its AudioContext does not run; Firefox needs a sound device');
    await pause(50);
  }
  const played = new Set<string>();
  while (played.size < songs) {
    await pause(50);
    const audio = [...document.querySelectorAll('audio')].find(
      ({ currentSrc, currentTime, paused }) => !paused && currentTime > 1.5 && !played.has(currentSrc),
    );
    if (!audio) continue;
    played.add(audio.currentSrc);
    audio.currentTime = audio.duration - BEFORE_END_S;
  }
  await pause(BEFORE_END_S * 1000 + 2000);
  return recorder.recording();
}
