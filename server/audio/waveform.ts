/** BBC audiowaveform data, JSON, version 2. Source: github.com/bbc/audiowaveform, doc/DataFormat.md */
export type Waveform = {
  version: 2;
  channels: 1;
  sample_rate: number;
  samples_per_pixel: number;
  bits: 8;
  /** Number of points; `data` holds a minimum and a maximum for each. */
  length: number;
  data: number[];
};

/** Draws the mono mix in about `points` pairs of minimum and maximum, each -128..127. */
export function drawWaveform(channels: readonly Float32Array[], sampleRate: number, points = 400): Waveform {
  const frames = channels[0]?.length ?? 0;
  const samplesPerPixel = Math.max(1, Math.ceil(frames / points));
  const length = Math.ceil(frames / samplesPerPixel);
  const data: number[] = [];
  for (let start = 0; start < frames; start += samplesPerPixel) {
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    for (let i = start; i < Math.min(frames, start + samplesPerPixel); i++) {
      let mono = 0;
      for (const channel of channels) mono += channel[i]!;
      mono /= channels.length;
      if (mono < lowest) lowest = mono;
      if (mono > highest) highest = mono;
    }
    data.push(toEightBits(lowest), toEightBits(highest));
  }
  return {
    version: 2,
    channels: 1,
    sample_rate: sampleRate,
    samples_per_pixel: samplesPerPixel,
    bits: 8,
    length,
    data,
  };
}

function toEightBits(value: number): number {
  return Math.max(-128, Math.min(127, Math.round(value * 127)));
}
