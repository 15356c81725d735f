/** From here a sample counts as full scale: just below the highest value of 16 bits, 32,767 / 32,768. */
const FULL_SCALE = 0.99996;
/** Shorter runs may be the crest of a low note that just reaches full scale. */
const RUN = 5;

/** How much of sound that arrives in pieces is clipped. */
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
