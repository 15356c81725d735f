import { BLOCK, RATE, TABLE, tableFor, WAVES, type Wave } from './tables.ts';
import { type Canvas, type Envelope, envelopeAt, samplesOf, type Tone, type Voice } from './voice.ts';

export type AnalogSettings = {
  wave?: keyof typeof WAVES | Wave;
  /** Oscillators in unison; more than one is stereo. */
  unison?: number;
  /** Spread of the unison in cents, outermost to outermost. */
  detune?: number;
  /** Level of a sine one octave below. */
  sub?: number;
  /** Level of hiss in the oscillator mix. */
  noise?: number;
  /** Resting cutoff in Hz, at full velocity; follows the key by a third. */
  cutoff?: number;
  /** Octaves the filter envelope opens above the cutoff. */
  sweep?: number;
  /** 0..0.95 */
  resonance?: number;
  /** 24 dB per octave instead of 12. */
  steep?: boolean;
  amp?: Envelope;
  filterEnvelope?: Envelope;
  /** Depth in cents; it comes in after `vibratoDelay` seconds. */
  vibrato?: number;
  vibratoDelay?: number;
  vibratoRate?: number;
  /** Octaves of slow, random filter movement. */
  drift?: number;
  /** Seconds a glide between tied notes takes. */
  glide?: number;
  /** How much velocity opens the filter, in octaves from silent to full. */
  touch?: number;
};

/** Subtractive synthesis: a stack of detuned oscillators through a state-variable low-pass with its own envelope. */
export function analog(settings: AnalogSettings = {}): Voice {
  const {
    wave = 'saw',
    unison = 1,
    detune = 14,
    sub = 0,
    noise = 0,
    cutoff = 2000,
    sweep = 1,
    resonance = 0.2,
    steep = false,
    amp = [0.005, 0.3, 0.7, 0.15],
    filterEnvelope = amp,
    vibrato = 0,
    vibratoDelay = 0.35,
    vibratoRate = 5.2,
    drift = 0.15,
    glide = 0.07,
    touch = 1.2,
  } = settings;
  const waves = typeof wave === 'string' ? WAVES[wave] : wave;
  const stereo = unison > 1;
  const phases = new Float64Array(unison + 1);
  const steps = new Float64Array(unison + 1);
  const block = { left: new Float32Array(BLOCK), right: new Float32Array(BLOCK) };

  function sound(tone: Tone, canvas: Canvas): number {
    const samples = samplesOf(tone.seconds, amp[3]);
    for (let u = 0; u <= unison; u++) phases[u] = tone.random() * TABLE;
    const driftPhase = tone.random() * 6.28;
    const driftRate = 0.15 + 0.3 * tone.random();
    const rate = vibratoRate * (0.94 + 0.12 * tone.random());
    const base = cutoff * (tone.frequency / 261) ** 0.33 * 2 ** (touch * (tone.velocity - 1));
    const level = (0.25 + 0.75 * tone.velocity) / Math.sqrt(unison);
    const k = 2 * (1 - resonance);
    const table = tableFor(waves, tone.frequency);
    const sine = WAVES.sine[19]!;
    const glideSemitones = tone.glideFrom ? 12 * Math.log2(tone.glideFrom / tone.frequency) : 0;
    let seed = (tone.random() * 4294967295) | 1;
    let [l1, l2, l3, l4, r1, r2, r3, r4] = [0, 0, 0, 0, 0, 0, 0, 0];
    let gain = 0;
    for (let start = 0; start < samples; start += BLOCK) {
      const t = start / RATE;
      const end = Math.min(BLOCK, samples - start);
      const late = Math.min(1, Math.max(0, (t - vibratoDelay) / 0.5));
      const cents =
        vibrato * late * Math.sin(2 * Math.PI * rate * t) + 2 * Math.sin(driftPhase + driftRate * 3 * t);
      const bend = glideSemitones ? glideSemitones * Math.exp((-3 * t) / glide) : 0;
      const pitch = tone.frequency * 2 ** (cents / 1200 + bend / 12);
      block.left.fill(0);
      block.right.fill(0);
      for (let u = 0; u < unison; u++) {
        const spread = unison > 1 ? (u / (unison - 1) - 0.5) * detune : 0;
        const step = (pitch * 2 ** (spread / 1200) * TABLE) / RATE;
        steps[u] = step;
        let p = phases[u]!;
        // Even oscillators sit left, odd ones right, the middle one on both: width without delays.
        const both = stereo && unison % 2 === 1 && u === (unison - 1) / 2;
        const side = u % 2 ? block.right : block.left;
        if (both) {
          for (let i = 0; i < end; i++) {
            const whole = p | 0;
            const a = table[whole]!;
            const value = 0.6 * (a + (p - whole) * (table[whole + 1]! - a));
            block.left[i]! += value;
            block.right[i]! += value;
            p += step;
            if (p >= TABLE) p -= TABLE;
          }
        } else {
          for (let i = 0; i < end; i++) {
            const whole = p | 0;
            const a = table[whole]!;
            side[i]! += a + (p - whole) * (table[whole + 1]! - a);
            p += step;
            if (p >= TABLE) p -= TABLE;
          }
        }
        phases[u] = p;
      }
      if (sub > 0) {
        let p = phases[unison]!;
        const step = (pitch * 0.5 * TABLE) / RATE;
        for (let i = 0; i < end; i++) {
          const value = sub * sine[p | 0]!;
          block.left[i]! += value;
          block.right[i]! += value;
          p += step;
          if (p >= TABLE) p -= TABLE;
        }
        phases[unison] = p;
      }
      if (noise > 0) {
        for (let i = 0; i < end; i++) {
          seed ^= seed << 13;
          seed ^= seed >>> 17;
          seed ^= seed << 5;
          block.left[i]! += noise * (seed / 2147483648);
          block.right[i]! += noise * ((seed << 9) / 2147483648);
        }
      }
      const openness =
        sweep * envelopeAt(filterEnvelope, t, tone.seconds) +
        drift * Math.sin(driftPhase + driftRate * 6.28 * t);
      const g = Math.tan(Math.PI * Math.min(0.45, (base * 2 ** openness) / RATE));
      const c1 = 1 / (1 + g * (g + k));
      const c2 = g * c1;
      const c3 = g * c2;
      const target = level * envelopeAt(amp, t + BLOCK / RATE, tone.seconds);
      const ramp = (target - gain) / BLOCK;
      if (!stereo) {
        for (let i = 0; i < end; i++) {
          gain += ramp;
          const u1 = block.left[i]! - l2;
          const v1 = c1 * l1 + c2 * u1;
          let v2 = l2 + c2 * l1 + c3 * u1;
          l1 = 2 * v1 - l1;
          l2 = 2 * v2 - l2;
          if (steep) {
            const u2 = v2 - l4;
            const w1 = c1 * l3 + c2 * u2;
            v2 = l4 + c2 * l3 + c3 * u2;
            l3 = 2 * w1 - l3;
            l4 = 2 * v2 - l4;
          }
          canvas.left[start + i] = v2 * gain;
        }
        continue;
      }
      // Both sides in one loop: two independent recursions keep the processor busy where one would wait for itself.
      for (let i = 0; i < end; i++) {
        gain += ramp;
        const u1 = block.left[i]! - l2;
        const x1 = block.right[i]! - r2;
        const v1 = c1 * l1 + c2 * u1;
        const y1 = c1 * r1 + c2 * x1;
        let v2 = l2 + c2 * l1 + c3 * u1;
        let y2 = r2 + c2 * r1 + c3 * x1;
        l1 = 2 * v1 - l1;
        r1 = 2 * y1 - r1;
        l2 = 2 * v2 - l2;
        r2 = 2 * y2 - r2;
        if (steep) {
          const u2 = v2 - l4;
          const x2 = y2 - r4;
          const w1 = c1 * l3 + c2 * u2;
          const z1 = c1 * r3 + c2 * x2;
          v2 = l4 + c2 * l3 + c3 * u2;
          y2 = r4 + c2 * r3 + c3 * x2;
          l3 = 2 * w1 - l3;
          r3 = 2 * z1 - r3;
          l4 = 2 * v2 - l4;
          r4 = 2 * y2 - r4;
        }
        canvas.left[start + i] = v2 * gain;
        canvas.right[start + i] = y2 * gain;
      }
    }
    return samples;
  }
  return { sound, stereo };
}
