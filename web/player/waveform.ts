/** audiowaveform's JSON, version 2: minimum and maximum by turns, `bits` wide. */
export interface WaveformJson {
  version: number;
  channels: number;
  bits: number;
  length: number;
  data: number[];
}

/** Peaks of mastered music lie close together; the eye wants to see what the ear hears as quiet and loud. */
const CONTRAST = 1.8;

/** The peaks averaged into `count` bars from 0 to 1, the loudest at 1; flat where there are none. */
export function bars(waveform: WaveformJson | undefined, count: number): number[] {
  if (!waveform?.data?.length) return new Array<number>(count).fill(0);
  const points = waveform.data.length / 2;
  const heights = Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * points) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * points) / count));
    let sum = 0;
    for (let point = from; point < to; point++) {
      sum += Math.max(-waveform.data[2 * point]!, waveform.data[2 * point + 1]!);
    }
    return sum / (to - from);
  });
  const top = Math.max(1, ...heights);
  return heights.map((height) => (height / top) ** CONTRAST);
}
