/** The JSON format of audiowaveform, version 2: minimum and maximum alternate, `bits` wide. */
export interface WaveformJson {
  version: number;
  channels: number;
  bits: number;
  length: number;
  data: number[];
}

/** The peaks of mastered music lie close together; this exponent makes quiet and loud parts visible. */
const CONTRAST = 1.8;

/** Averages the peaks into `count` bars from 0 to 1, the loudest at 1; all 0 without a waveform. */
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
