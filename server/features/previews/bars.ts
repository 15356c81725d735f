import { z } from 'zod';

/** The JSON of audiowaveform: minimum and maximum alternate. */
const Waveform = z.object({ data: z.array(z.number()) });

/** The peaks of mastered music lie close together; this exponent makes quiet and loud parts visible. */
const CONTRAST = 1.8;

/** Averages the peaks into `count` bars from 0 to 1, the loudest at 1; all 0 without a readable waveform. */
export function barsOf(json: string | undefined, count: number): number[] {
  const data = readData(json);
  const points = data.length / 2;
  const heights = Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * points) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * points) / count));
    let sum = 0;
    for (let point = from; point < to; point++)
      sum += Math.max(-(data[2 * point] ?? 0), data[2 * point + 1] ?? 0);
    return sum / (to - from);
  });
  const top = Math.max(1, ...heights);
  return heights.map((height) => Math.max(0, height / top) ** CONTRAST);
}

function readData(json: string | undefined): number[] {
  if (json === undefined) return [];
  try {
    return Waveform.parse(JSON.parse(json)).data;
  } catch {
    return [];
  }
}
