import { biquad, filter } from './filters.ts';
import { recorded } from './samples/recorded-hits.ts';
import { RATE } from './tables.ts';

type Strike = (out: Float32Array, velocity: number, random: () => number) => number;

/** One instrument of a kit: how it sounds, how loud, where it sits (-1..1) and how much room it gets. */
export type Piece = { strike: Strike; level: number; pan: number; wet: number; choke?: string };
export type Kit = Readonly<Record<string, Piece>>;

const seconds = (s: number) => Math.ceil(s * RATE);
/** Envelope that has fallen by 60 dB after `s` seconds. */
const fall = (i: number, s: number) => 10 ** ((-3 * i) / (s * RATE));
const scratch = new Float32Array(4 * RATE);

function piece(strike: Strike, level = 1, pan = 0, wet = 0.3, choke?: string): Piece {
  return choke ? { strike, level, pan, wet, choke } : { strike, level, pan, wet };
}

/** A falling sine with a click: `from` and `to` in Hz, `bend` and `decay` in seconds. */
export function kick({
  from = 160,
  to = 48,
  bend = 0.05,
  decay = 0.35,
  click = 0.4,
  drive = 1.4,
  noise = 0.1,
} = {}): Strike {
  return (out, velocity, random) => {
    const n = seconds(decay * 1.1);
    let phase = 0;
    let low = 0;
    const tune = 1 + 0.01 * (random() - 0.5);
    for (let i = 0; i < n; i++) {
      const hz = tune * (to + (from - to) * Math.exp(-i / (bend * RATE * 0.4)) * (0.7 + 0.3 * velocity));
      phase += (2 * Math.PI * hz) / RATE;
      low += 0.5 * (random() * 2 - 1 - low);
      const body = Math.sin(phase) * fall(i, decay) * Math.min(1, i / 25);
      const beater = click * velocity * low * Math.exp(-i / 90) + noise * low * Math.exp(-i / 700) * 0.4;
      out[i] = (Math.tanh(drive * body) / Math.tanh(drive)) * (0.4 + 0.6 * velocity) + beater;
    }
    return n;
  };
}

/** Two shell modes, wires of filtered noise, and the stick. */
export function snare({
  tone = 190,
  ring = 0.14,
  wires = 0.22,
  snap = 0.7,
  bright = 5200,
  body = 0.7,
  gate = 0,
} = {}): Strike {
  return (out, velocity, random) => {
    const n = seconds(Math.max(ring, wires, gate) * 1.15);
    for (let i = 0; i < n; i++) scratch[i] = random() * 2 - 1;
    filter(scratch, biquad('highpass', 600 + 500 * velocity, 0.7), 0, n);
    filter(scratch, biquad('peak', bright * 0.75, 0.6, 4), 0, n);
    filter(scratch, biquad('lowpass', 3600 + 4200 * velocity, 0.6), 0, n);
    const tune = tone * (1 + 0.02 * (random() - 0.5));
    let [p1, p2] = [0, 0];
    for (let i = 0; i < n; i++) {
      const bend = 1 + 0.35 * Math.exp(-i / 300);
      p1 += (2 * Math.PI * tune * bend) / RATE;
      p2 += (2 * Math.PI * tune * 1.72 * bend) / RATE;
      const shell = (Math.sin(p1) + 0.6 * Math.sin(p2)) * fall(i, ring) * Math.min(1, i / 15);
      // A gated snare holds its noise, then drops it: the sound of 1985.
      const wire = gate
        ? i < gate * RATE
          ? 0.75 * fall(i, 1.2)
          : 0.75 * fall(i - gate * RATE, 0.03)
        : fall(i, wires);
      const crack = snap * scratch[i]! * Math.exp(-i / 120);
      out[i] =
        (0.3 + 0.7 * velocity) *
        (body * shell * 0.8 + scratch[i]! * wire * (0.35 + 0.4 * velocity) + crack * velocity);
    }
    return n;
  };
}

/** Bursts of hands, then the room. */
export function clap({ decay = 0.2, hz = 1300 } = {}): Strike {
  return (out, velocity, random) => {
    const n = seconds(decay * 1.4);
    for (let i = 0; i < n; i++) scratch[i] = random() * 2 - 1;
    filter(scratch, biquad('bandpass', hz * (0.95 + 0.1 * random()), 1.1), 0, n);
    const gaps = [0, 0.009 + 0.003 * random(), 0.02 + 0.003 * random(), 0.031];
    for (let i = 0; i < n; i++) {
      let level = 0;
      for (const gap of gaps) {
        const since = i - gap * RATE;
        if (since >= 0) level = Math.max(level, Math.exp(-since / 160));
      }
      const tail = i > 0.03 * RATE ? 0.6 * fall(i - 0.03 * RATE, decay) : 0;
      out[i] = 2.2 * velocity * scratch[i]! * (level + tail);
    }
    return n;
  };
}

/** Six inharmonic squares and hiss through a high-pass: machine hats and cymbals. `base` scales the 808's oscillators. */
export function metal({ base = 1, decay = 0.08, hz = 7500, hiss = 0.35, attack = 0 } = {}): Strike {
  const ratios = [205.3, 304.4, 369.6, 522.7, 540, 800];
  return (out, velocity, random) => {
    const n = seconds(decay * 1.1 + attack);
    const steps = ratios.map((r) => (2 * r * base * (0.985 + 0.03 * random())) / RATE);
    const phases = steps.map(() => random());
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let k = 0; k < 6; k++) {
        phases[k]! += steps[k]!;
        sum += Math.floor(phases[k]!) & 1 ? 0.16 : -0.16;
      }
      scratch[i] = sum + hiss * (random() * 2 - 1);
    }
    filter(scratch, biquad('highpass', hz * (0.95 + 0.1 * random()), 0.8), 0, n);
    filter(scratch, biquad('highpass', hz * 0.6, 0.7), 0, n);
    const length = decay * (0.75 + 0.35 * velocity) * (0.93 + 0.14 * random());
    const rise = Math.max(12, attack * RATE);
    for (let i = 0; i < n; i++) {
      out[i] =
        1.6 *
        (0.25 + 0.75 * velocity) *
        scratch[i]! *
        (i < rise ? (i / rise) ** (attack ? 2 : 1) : fall(i - rise, length));
    }
    return n;
  };
}

/** Skins and shells: a falling pair of modes. */
export function drum({
  hz = 120,
  bend = 0.3,
  decay = 0.3,
  second = 1.59,
  slap = 0.15,
  slapHz = 1800,
} = {}): Strike {
  return (out, velocity, random) => {
    const n = seconds(decay * 1.1);
    const tune = hz * (1 + 0.012 * (random() - 0.5));
    let [p1, p2] = [random() * 0.3, 0];
    for (let i = 0; i < n; i++) scratch[i] = random() * 2 - 1;
    filter(scratch, biquad('bandpass', slapHz, 0.8), 0, n);
    for (let i = 0; i < n; i++) {
      const now = (2 * Math.PI * tune * (1 + bend * velocity * Math.exp(-i / 900))) / RATE;
      p1 += now;
      p2 += now * second;
      const skin = Math.sin(p1) * fall(i, decay) + 0.4 * Math.sin(p2) * fall(i, decay * 0.5);
      out[i] =
        (0.3 + 0.7 * velocity) * skin * Math.min(1, i / 20) +
        slap * velocity * 2.5 * scratch[i]! * Math.exp(-i / 260);
    }
    return n;
  };
}

/** A few bare partials: the rim shot of a drum machine. */
function bar(partials: readonly (readonly [hz: number, level: number])[], decay = 0.1, knock = 0.2): Strike {
  return (out, velocity, random) => {
    const n = seconds(decay * 1.1);
    const tune = 1 + 0.008 * (random() - 0.5);
    out.fill(0, 0, n);
    for (const [hz, level] of partials) {
      const w = (2 * Math.PI * hz * tune) / RATE;
      const life = decay * (0.8 + 0.3 * random());
      for (let i = 0; i < n; i++) out[i]! += (0.3 + 0.7 * velocity) * level * Math.sin(w * i) * fall(i, life);
    }
    for (let i = 0; i < 300; i++) out[i]! += knock * velocity * (random() - 0.5) * Math.exp(-i / 45);
    return n;
  };
}

const cymbals = {
  ride: piece(recorded(51), 0.8, 0.35, 0.25),
  bell: piece(recorded(53), 0.75, 0.35, 0.25),
  crash: piece(recorded([49, 57]), 0.5, -0.3, 0.35),
  swell: piece(metal({ base: 1.9, decay: 0.7, hz: 3800, hiss: 0.8, attack: 1.3 }), 0.16, 0.1, 0.5),
};

/** Hand percussion of Africa, the Caribbean and Brazil; merge it into any kit. */
export const percussion = {
  shaker: piece(recorded(82), 0.36, 0.4, 0.2),
  cabasa: piece(recorded(69), 0.33, -0.4, 0.2),
  tambourine: piece(recorded(54), 0.25, 0.35, 0.3),
  guiro: piece(recorded(73), 0.8, -0.35, 0.3),
  conga: piece(recorded(63), 1.2, 0.25, 0.3),
  tumba: piece(recorded(64), 1.25, 0.1, 0.3),
  slap: piece(recorded(62), 1.8, 0.25, 0.3),
  bongo: piece(recorded([60, 61]), 1.1, -0.3, 0.3),
  timbale: piece(recorded(65), 0.9, -0.2, 0.35),
  cowbell: piece(recorded(56), 1, 0.2, 0.3),
  agogo: piece(recorded(68), 0.75, -0.3, 0.3),
  agogoHigh: piece(recorded(67), 0.8, -0.3, 0.3),
  clave: piece(recorded(75), 0.5, -0.15, 0.35),
  block: piece(recorded(77), 0.4, 0.3, 0.3),
  triangle: piece(recorded(81), 0.36, 0.5, 0.4),
  castanets: piece(recorded(85), 0.5, -0.3, 0.35),
  timpani: piece(recorded([43, 45], { kit: 48 }), 1.2, 0.1, 0.5),
  gong: piece(recorded(52, { tune: -12 }), 0.6, -0.1, 0.6),
};

export const kit808: Kit = {
  ...percussion,
  kick: piece(kick({ from: 130, to: 46, bend: 0.03, decay: 0.75, click: 0.2, drive: 1.2 }), 1, 0, 0.02),
  snare: piece(snare({ tone: 185, ring: 0.11, wires: 0.17, bright: 6500 }), 0.75, 0, 0.3),
  rim: piece(
    bar(
      [
        [1667, 0.5],
        [455, 0.4],
      ],
      0.04,
      0.3,
    ),
    0.5,
    0.15,
    0.3,
  ),
  clap: piece(clap(), 0.7, 0, 0.4),
  hat: piece(metal({ decay: 0.06, hz: 7500 }), 0.2, 0.2, 0.1),
  open: piece(metal({ decay: 0.38, hz: 7200 }), 0.19, 0.2, 0.2, 'hat'),
  crash: piece(metal({ decay: 1.4, hz: 5200, base: 1.3 }), 0.22, -0.3, 0.4),
  tomHigh: piece(drum({ hz: 165, decay: 0.3, slap: 0.05 }), 0.7, 0.35, 0.35),
  tom: piece(drum({ hz: 120, decay: 0.36, slap: 0.05 }), 0.7, 0, 0.35),
  tomLow: piece(drum({ hz: 84, decay: 0.45, slap: 0.05 }), 0.75, -0.35, 0.35),
  swell: cymbals.swell,
};

export const kit909: Kit = {
  ...percussion,
  kick: piece(kick({ from: 230, to: 50, bend: 0.035, decay: 0.34, click: 0.6, drive: 2.2 }), 1, 0, 0.03),
  snare: piece(snare({ tone: 200, ring: 0.1, wires: 0.2, bright: 5500, snap: 0.9 }), 0.7, 0, 0.35),
  rim: piece(
    bar(
      [
        [1730, 0.4],
        [520, 0.5],
      ],
      0.035,
      0.5,
    ),
    0.5,
    0.15,
    0.3,
  ),
  clap: piece(clap({ hz: 1450, decay: 0.24 }), 0.75, 0, 0.45),
  hat: piece(metal({ base: 1.55, decay: 0.055, hz: 8200, hiss: 0.6 }), 0.2, 0.2, 0.08),
  open: piece(metal({ base: 1.55, decay: 0.3, hz: 7600, hiss: 0.6 }), 0.2, 0.2, 0.2, 'hat'),
  ride: piece(metal({ base: 2.1, decay: 0.7, hz: 6000, hiss: 0.25 }), 0.15, 0.3, 0.2),
  crash: cymbals.crash,
  tomHigh: piece(drum({ hz: 190, decay: 0.26, slap: 0.15 }), 0.7, 0.35, 0.35),
  tom: piece(drum({ hz: 140, decay: 0.3, slap: 0.15 }), 0.7, 0, 0.35),
  tomLow: piece(drum({ hz: 98, decay: 0.36, slap: 0.15 }), 0.75, -0.35, 0.35),
  swell: cymbals.swell,
};

/** Big gated snare and toms, 909-like metal. */
export const kitEighties: Kit = {
  ...kit909,
  kick: piece(kick({ from: 190, to: 52, bend: 0.04, decay: 0.3, click: 0.7, drive: 2.6 }), 1, 0, 0.05),
  snare: piece(snare({ tone: 178, ring: 0.2, gate: 0.2, snap: 0.8, bright: 4200, body: 0.8 }), 0.62, 0, 0.55),
  tomHigh: piece(drum({ hz: 168, bend: 0.7, decay: 0.4, slap: 0.3 }), 0.8, 0.45, 0.5),
  tom: piece(drum({ hz: 118, bend: 0.7, decay: 0.45, slap: 0.3 }), 0.8, 0, 0.5),
  tomLow: piece(drum({ hz: 82, bend: 0.7, decay: 0.5, slap: 0.3 }), 0.85, -0.45, 0.5),
};

export const kitAcoustic: Kit = {
  ...percussion,
  ...cymbals,
  kick: piece(
    kick({ from: 120, to: 58, bend: 0.03, decay: 0.24, click: 0.5, drive: 1.6, noise: 0.25 }),
    0.95,
    0,
    0.12,
  ),
  snare: piece(snare({ tone: 196, ring: 0.16, wires: 0.24, snap: 0.8 }), 0.7, -0.05, 0.35),
  rim: piece(recorded(37, { ring: 0.4 }), 0.5, -0.05, 0.35),
  hat: piece(recorded(42), 0.2, 0.3, 0.12),
  open: piece(recorded(46), 0.3, 0.3, 0.2, 'hat'),
  pedal: piece(recorded(44), 0.09, 0.3, 0.12),
  tomHigh: piece(recorded(48), 1.6, 0.3, 0.3),
  tom: piece(recorded(45), 1.6, 0, 0.3),
  tomLow: piece(recorded(41), 1.7, -0.35, 0.3),
  clap: piece(recorded(39), 0.6, 0.1, 0.4),
};

/** Brushes on a small jazz kit: `snare` taps, `sweep` stirs, soft `kick`. */
export const kitBrushes: Kit = {
  ...kitAcoustic,
  kick: piece(
    kick({ from: 95, to: 56, bend: 0.03, decay: 0.24, click: 0.35, drive: 1.1, noise: 0.15 }),
    0.75,
    0,
    0.15,
  ),
  snare: piece(recorded([38, 39], { kit: 40 }), 1.1, -0.05, 0.3),
  sweep: piece(recorded(40, { kit: 40 }), 0.35, -0.2, 0.25),
};

/** Other strokes for the pieces of each kit: another shell, another head, other cymbals. */
const OTHERS: ReadonlyMap<Strike, Strike> = new Map(
  (
    [
      [
        kitAcoustic,
        {
          kick: kick({ from: 105, to: 52, bend: 0.04, decay: 0.3, click: 0.35, drive: 1.4, noise: 0.3 }),
          snare: snare({ tone: 172, ring: 0.2, wires: 0.28, snap: 0.65, bright: 4600 }),
          hat: recorded(42, { tune: -2 }),
          open: recorded(46, { tune: -2 }),
          ride: recorded(59),
          tomHigh: recorded(48, { tune: -2 }),
          tom: recorded(45, { tune: -2 }),
          tomLow: recorded(41, { tune: -2 }),
        },
      ],
      [
        kitBrushes,
        {
          kick: kick({ from: 88, to: 50, bend: 0.03, decay: 0.3, click: 0.25, drive: 1.1, noise: 0.25 }),
          snare: recorded([38, 39], { kit: 40, tune: -3 }),
          sweep: recorded(40, { kit: 40, tune: -2 }),
        },
      ],
      [
        kit909,
        {
          kick: kick({ from: 210, to: 54, bend: 0.03, decay: 0.28, click: 0.8, drive: 1.8 }),
          snare: snare({ tone: 220, ring: 0.09, wires: 0.16, bright: 6200, snap: 0.8 }),
          clap: clap({ hz: 1250, decay: 0.3 }),
          hat: metal({ base: 1.8, decay: 0.045, hz: 8800, hiss: 0.8 }),
          open: metal({ base: 1.8, decay: 0.24, hz: 8200, hiss: 0.8 }),
        },
      ],
      [
        kit808,
        {
          kick: kick({ from: 150, to: 50, bend: 0.035, decay: 0.55, click: 0.35, drive: 1.6 }),
          snare: snare({ tone: 210, ring: 0.09, wires: 0.2, bright: 5800 }),
          clap: clap({ hz: 1500, decay: 0.26 }),
          hat: metal({ base: 1.25, decay: 0.045, hz: 8200 }),
        },
      ],
      [
        kitEighties,
        {
          kick: kick({ from: 160, to: 48, bend: 0.05, decay: 0.36, click: 0.5, drive: 2.2 }),
          snare: snare({ tone: 200, ring: 0.16, gate: 0.27, snap: 0.7, bright: 4800, body: 0.7 }),
        },
      ],
    ] as [Kit, Record<string, Strike>][]
  ).flatMap(([kit, others]) => Object.entries(others).map(([name, other]) => [kit[name]!.strike, other])),
);

/** The same kit with other drums and cymbals in the same places; pieces that only one band has stay. */
export function otherKit(kit: Kit): Kit {
  return Object.fromEntries(
    Object.entries(kit).map(([name, piece]) => [
      name,
      { ...piece, strike: OTHERS.get(piece.strike) ?? piece.strike },
    ]),
  );
}
