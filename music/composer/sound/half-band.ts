/** How far the pass band ends below a quarter of the rate, as a share of the rate: 4.4 kHz at 88.2 kHz. */
const TRANSITION = 0.05;

/**
 * Coefficients of an elliptic half-band filter as two chains of all-passes, alternating between the chains. Source:
 * Valenzuela and Constantinides, Digital signal processing schemes for efficient interpolation and decimation (1983).
 */
function designHalfBand(count: number): Float64Array {
  const k = Math.tan((1 - 2 * TRANSITION) * (Math.PI / 4)) ** 2;
  const root = (1 - k * k) ** 0.25;
  const e = (0.5 * (1 - root)) / (1 + root);
  const q = e * (1 + e ** 4 * (2 + e ** 4 * (15 + 150 * e ** 4)));
  const order = 2 * count + 1;
  return Float64Array.from({ length: count }, (_, index) => {
    const angle = ((index + 1) * Math.PI) / order;
    let [over, under] = [0, 0.5];
    for (let i = 0; i < 8; i++) over += (-1) ** i * q ** (i * (i + 1)) * Math.sin((2 * i + 1) * angle);
    for (let i = 1; i < 8; i++) under += (-1) ** i * q ** (i * i) * Math.cos(2 * i * angle);
    const w = ((over * q ** 0.25) / under) ** 2;
    const x = Math.sqrt((1 - w * k) * (1 - w / k)) / (1 + w);
    return (1 - x) / (1 + x);
  });
}

/** Six all-passes: 80 dB of attenuation. */
export const HALF_BAND = designHalfBand(6);
