const DIFFUSION = 0.65;

/** An all-pass (Schroeder 1962) of a delay in samples that works in place. */
export function createDiffuser(delay: number): (x: Float32Array) => void {
  const line = new Float32Array(delay);
  let at = 0;
  return (x) => {
    for (let i = 0; i < x.length; i++) {
      const old = line[at]!;
      const input = x[i]! + DIFFUSION * old;
      line[at] = input;
      x[i] = old - DIFFUSION * input;
      if (++at === delay) at = 0;
    }
  };
}
