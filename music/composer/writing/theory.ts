/** Keys, chords and voicings. Pitches are MIDI numbers, pitch classes 0 = C. */

export type Key = { tonic: number; minor: boolean; name: string; scale: readonly number[] };

const NATURAL: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };
const MODES: Record<string, readonly number[]> = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
  phrygian: [0, 1, 3, 5, 7, 8, 10],
};

/** Reads 'A minor', 'F# dorian', 'Bb'; throws on anything else. */
export function parseKey(text: string): Key {
  const match = /^([A-G])([#b♯♭]?)\s*(\w*)$/.exec(text.trim());
  const mode = match?.[3] || 'major';
  if (!match || !MODES[mode]) throw new Error(`Not a key: ${text}`);
  const shift = match[2] === '' ? 0 : match[2] === '#' || match[2] === '♯' ? 1 : -1;
  const scale = MODES[mode]!;
  return {
    tonic: (NATURAL[match[1]!]! + shift + 12) % 12,
    minor: scale[2] === 3,
    name: `${match[1]}${match[2]} ${mode}`,
    scale,
  };
}

export type Chord = {
  symbol: string;
  /** Pitch class of the root, and of the bass when it isn't the root. */
  root: number;
  bass: number;
  /** Pitch classes, root first, from the bottom of the stack. */
  tones: number[];
};

/** A chord and how long it lasts, in beats from the start of its section. */
export type ChordSpan = { beat: number; beats: number; chord: Chord };

const NUMERALS = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii'];
const QUALITIES: Record<string, readonly number[]> = {
  '': [0, 4, 7],
  m: [0, 3, 7],
  maj7: [0, 4, 7, 11],
  maj9: [0, 4, 7, 11, 14],
  '7': [0, 4, 7, 10],
  '9': [0, 4, 7, 10, 14],
  '13': [0, 4, 7, 10, 14, 21],
  '7b9': [0, 4, 7, 10, 13],
  '7#5': [0, 4, 8, 10],
  '7alt': [0, 4, 8, 10, 13],
  '7#9': [0, 4, 7, 10, 15],
  '6': [0, 4, 7, 9],
  '69': [0, 4, 7, 9, 14],
  add9: [0, 4, 7, 14],
  'maj7#11': [0, 4, 7, 11, 18],
  m7: [0, 3, 7, 10],
  m9: [0, 3, 7, 10, 14],
  m11: [0, 3, 7, 10, 14, 17],
  m6: [0, 3, 7, 9],
  m69: [0, 3, 7, 9, 14],
  mmaj7: [0, 3, 7, 11],
  madd9: [0, 3, 7, 14],
  m7b5: [0, 3, 6, 10],
  o7: [0, 3, 6, 9],
  sus4: [0, 5, 7],
  sus2: [0, 2, 7],
  '7sus4': [0, 5, 7, 10],
  '9sus4': [0, 5, 7, 10, 14],
  '5': [0, 7],
  '+': [0, 4, 8],
};

/**
 * Reads a Roman numeral in a key: 'i7', 'VImaj9', 'bIImaj7', 'V7b9', 'iiø', 'I/3' (third in the bass). Upper case is
 * major, lower case minor; degrees are those of the key's own scale (VI in minor is the flat sixth), b and # move them.
 */
export function parseChord(symbol: string, key: Key): Chord {
  const match = /^([b#]*)([ivIV]+)([^/]*)(?:\/(\w+))?$/.exec(symbol);
  const degree = NUMERALS.indexOf(match?.[2]?.toLowerCase() ?? '');
  if (!match || degree < 0) throw new Error(`Not a chord: ${symbol}`);
  const minor = match[2] === match[2]!.toLowerCase();
  let shift = 0;
  for (const sign of match[1]!) shift += sign === 'b' ? -1 : 1;
  // An accidental counts from the major scale, as players say 'flat seven' in any key.
  const base = match[1] ? MODES.major![degree]! : key.scale[degree]!;
  const suffix = match[3]!.replace('ø', '7b5').replace('M7', 'maj7');
  const quality = QUALITIES[minor && suffix !== 'o7' ? `m${suffix}` : suffix];
  if (!quality) throw new Error(`Not a chord: ${symbol}`);
  const root = (key.tonic + base + shift + 24) % 12;
  const tones = quality.map((step) => (root + step) % 12);
  const inBass = match[4] ? { '3': tones[1], '5': tones[2], '7': tones[3] }[match[4]] : root;
  return { symbol, root, bass: inBass ?? root, tones };
}

/** Reads bars separated by '|', chords in a bar by spaces (equal shares), and repeats them to fill the bars asked for. */
export function readChords(text: string, key: Key, bars: number, beatsPerBar: number): ChordSpan[] {
  const written = text.split('|').map((bar) => bar.trim().split(/\s+/));
  const spans: ChordSpan[] = [];
  for (let bar = 0; bar < bars; bar++) {
    const symbols = written[bar % written.length]!;
    const beats = beatsPerBar / symbols.length;
    for (const [i, symbol] of symbols.entries()) {
      const beat = bar * beatsPerBar + i * beats;
      const last = spans.at(-1);
      if (symbol === '%' && last) last.beats += beats;
      else if (last && last.chord.symbol === symbol && i > 0) last.beats += beats;
      else spans.push({ beat, beats, chord: parseChord(symbol, key) });
    }
  }
  return spans;
}

/** The seven-note scale that fits a chord: the key's, bent where the chord needs it. */
export function chordScale(chord: Chord, key: Key): number[] {
  const scale = key.scale.map((step) => (key.tonic + step) % 12);
  for (const tone of chord.tones) {
    if (scale.includes(tone)) continue;
    const sharpened = scale.indexOf((tone + 11) % 12);
    const flattened = scale.indexOf((tone + 1) % 12);
    if (sharpened >= 0 && !chord.tones.includes(scale[sharpened]!)) scale[sharpened] = tone;
    else if (flattened >= 0 && !chord.tones.includes(scale[flattened]!)) scale[flattened] = tone;
    else scale.push(tone);
  }
  return scale.sort((a, b) => a - b);
}

/** The pitch of this class nearest to `near`. */
export function nearest(pitchClass: number, near: number): number {
  const distance = (((pitchClass - near) % 12) + 18) % 12;
  return Math.round(near + distance - 6);
}

/** The nearest pitch whose class is in `classes`; ties go up when `up`. */
export function snap(pitch: number, classes: readonly number[], up = true): number {
  for (let distance = 0; distance < 12; distance++) {
    for (const candidate of up
      ? [pitch + distance, pitch - distance]
      : [pitch - distance, pitch + distance]) {
      if (classes.includes(((candidate % 12) + 12) % 12)) return candidate;
    }
  }
  return pitch;
}

/** Moves `steps` degrees along a scale of pitch classes from a pitch on it. */
export function step(pitch: number, steps: number, classes: readonly number[]): number {
  let at = snap(pitch, classes);
  for (let left = Math.abs(steps); left > 0; left--) {
    const direction = Math.sign(steps);
    do at += direction;
    while (!classes.includes(((at % 12) + 12) % 12));
  }
  return at;
}

/**
 * The voicing of a chord closest to the one before it: common tones stay, the others move least. `size` notes around
 * `center`; `rootless` leaves the root to the bass. Without a chord before it, the most central one.
 */
export function voiceChord(
  chord: Chord,
  before: readonly number[] | null,
  {
    center = 60,
    size = 4,
    rootless = false,
    open = false,
  }: { center?: number; size?: number; rootless?: boolean; open?: boolean } = {},
): number[] {
  const tones = chooseTones(chord, size, rootless).sort((a, b) => a - b);
  let best: number[] = [];
  let lowestCost = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < tones.length; turn++) {
    for (let octave = -1; octave <= 1; octave++) {
      // Close position from this tone upwards.
      const pitches = [nearest(tones[turn]!, center - 6 + octave * 12)];
      for (let i = 1; i < tones.length; i++) {
        const below = pitches[i - 1]!;
        pitches.push(below + ((tones[(turn + i) % tones.length]! - below + 144) % 12 || 12));
      }
      if (open && pitches.length >= 3) {
        // Drop two: the second voice from the top goes down an octave.
        const dropped = pitches.splice(pitches.length - 2, 1)[0]! - 12;
        pitches.push(dropped);
        pitches.sort((a, b) => a - b);
      }
      const mean = pitches.reduce((a, b) => a + b, 0) / pitches.length;
      let cost = Math.abs(mean - center) * 0.5;
      for (let i = 1; i < pitches.length; i++) {
        if (pitches[i]! - pitches[i - 1]! === 1) cost += 3;
        if (pitches[i]! - pitches[i - 1]! === 13) cost += 3;
      }
      if (pitches[0]! < 46 && pitches[1]! - pitches[0]! < 5) cost += 8;
      if (before?.length)
        for (let i = 0; i < pitches.length; i++)
          cost += Math.abs(pitches[i]! - before[Math.min(i, before.length - 1)]!) * 0.8;
      if (cost < lowestCost) {
        lowestCost = cost;
        best = pitches;
      }
    }
  }
  return best;
}

/** The chord's tones by importance: third and seventh first, then tensions, the fifth last. */
function chooseTones(chord: Chord, size: number, rootless: boolean): number[] {
  const [root, third, fifth, seventh, ...tensions] = chord.tones;
  const wanted = [
    third,
    seventh,
    ...tensions.slice().reverse(),
    ...(rootless ? [fifth, root] : [root, fifth]),
  ];
  const ordered = (
    chord.tones.length <= 3 ? (rootless && size < 3 ? [third, fifth] : [root, third, fifth]) : wanted
  ).filter((t) => t !== undefined);
  return [...new Set(ordered)].slice(0, size);
}
