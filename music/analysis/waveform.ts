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
  const meter = waveformMeter(sampleRate);
  meter.push(channels);
  return meter.draw(points);
}

/** Samples per stored minimum and maximum. */
const BLOCK = 64;

/** Draws the waveform of sound that arrives in pieces, without keeping the samples. */
export interface WaveformMeter {
  push: (channels: readonly Float32Array[]) => void;
  /** About `points` pairs of minimum and maximum. */
  draw: (points?: number) => Waveform;
}

export function waveformMeter(sampleRate: number): WaveformMeter {
  const lows: number[] = [];
  const highs: number[] = [];
  let [low, high, filled] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  const endBlock = () => {
    lows.push(low);
    highs.push(high);
    [low, high, filled] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  };
  return {
    push: (channels) => {
      const frames = channels[0]!.length;
      for (let i = 0; i < frames; i++) {
        let mono = 0;
        for (const channel of channels) mono += channel[i]!;
        mono /= channels.length;
        if (mono < low) low = mono;
        if (mono > high) high = mono;
        if (++filled === BLOCK) endBlock();
      }
    },
    draw: (points = 400) => {
      if (filled > 0) endBlock();
      const width = Math.max(1, Math.ceil(lows.length / points));
      const data: number[] = [];
      for (let start = 0; start < lows.length; start += width) {
        let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
        for (let i = start; i < Math.min(lows.length, start + width); i++) {
          lowest = Math.min(lowest, lows[i]!);
          highest = Math.max(highest, highs[i]!);
        }
        data.push(toEightBits(lowest), toEightBits(highest));
      }
      return {
        version: 2,
        channels: 1,
        sample_rate: sampleRate,
        samples_per_pixel: width * BLOCK,
        bits: 8,
        length: data.length / 2,
        data,
      };
    },
  };
}

function toEightBits(value: number): number {
  return Math.max(-128, Math.min(127, Math.round(value * 127)));
}

/** From here a sample counts as full scale: just below the highest value of 16 bits, 32,767 / 32,768. */
const FULL_SCALE = 0.99996;
/** Shorter runs may be the crest of a low note that just reaches full scale. */
const RUN = 5;

/** Measures the clipping of sound that arrives in pieces. */
export interface ClippingMeter {
  push: (channels: readonly Float32Array[]) => void;
  /** The share of samples, over all channels, in runs of at least five at full scale on the same side; 0 to 1. */
  share: () => number;
}

export function clippingMeter(channelCount: number): ClippingMeter {
  // Negative for runs on the lower side.
  const runs = new Int32Array(channelCount);
  let clipped = 0;
  let samples = 0;
  const push = (channels: readonly Float32Array[]) => {
    for (let c = 0; c < channelCount; c++) {
      const x = channels[c]!;
      samples += x.length;
      let run = runs[c]!;
      for (let i = 0; i < x.length; i++) {
        const value = x[i]!;
        if (value < FULL_SCALE && value > -FULL_SCALE) {
          run = 0;
          continue;
        }
        const side = value > 0 ? 1 : -1;
        run = Math.sign(run) === side ? run + side : side;
        const length = Math.abs(run);
        if (length === RUN) clipped += RUN;
        else if (length > RUN) clipped++;
      }
      runs[c] = run;
    }
  };
  return { push, share: () => (samples === 0 ? 0 : clipped / samples) };
}
