/** Modes a song can be in, as `parseKey` reads them. */
export type Mode = 'major' | 'minor' | 'dorian' | 'mixolydian' | 'lydian' | 'phrygian';

export function isMode(word: string): word is Mode {
  return Object.hasOwn(BOOKS, word);
}

type Slot = 'a' | 'b' | 'break' | 'end';
type Book = Readonly<Record<Slot, readonly string[]>>;

/** Progressions for a world that plays in a mode it was not written in: triads, and chords with sevenths and ninths. */
const BOOKS: Readonly<Record<Mode, { plain: Book; rich: Book }>> = {
  major: {
    plain: {
      a: ['I | V | vi | IV', 'I | IV | vi | V', 'I | vi | IV | V', 'Iadd9 | iii | IV | V'],
      b: ['IV | V | vi | I/3', 'vi | IV | I | V', 'ii | V | I | vi'],
      break: ['IV | V', 'vi | V/3'],
      end: ['IV | V | Iadd9 | I'],
    },
    rich: {
      a: ['Imaj9 | vi9 | ii9 | V13', 'Imaj7 | IVmaj9 | ii9 | V9sus4', 'IVmaj9 | iii7 | ii9 | Imaj9'],
      b: ['IVmaj9 | V9sus4 | iii7 | vi9', 'ii9 | V13 | Imaj9 | VI7b9'],
      break: ['IVmaj9 | V9sus4', 'ii9 | V13'],
      end: ['ii9 | V13 | IVmaj9 | Imaj9'],
    },
  },
  minor: {
    plain: {
      a: ['i | VI | III | VII', 'i | iv | VI | V', 'i | VII | VI | VII', 'i | VI | iv | v'],
      b: ['VI | VII | i | III', 'iv | VI | III | VII', 'VI | iv | i | V'],
      break: ['VI | VII', 'iv | V'],
      end: ['VI | VII | iadd9 | i'],
    },
    rich: {
      a: ['i9 | iv9 | VImaj9 | v7', 'i9 | VImaj7 | iv9 | VII9sus4', 'VImaj9 | v7 | i9 | i11'],
      b: ['iv9 | VII13 | IIImaj9 | VImaj7', 'VImaj9 | VII9sus4 | i9 | V7#9'],
      break: ['VImaj9 | V7sus4', 'iv9 | VII9sus4'],
      end: ['iv9 | VImaj9 | i9 | i9'],
    },
  },
  dorian: {
    plain: {
      a: ['i | IV | i | VII', 'i | VII | IV | i', 'i | III | IV | i'],
      b: ['III | IV | i | VII', 'IV | VII | i | i'],
      break: ['IV | VII', 'III | IV'],
      end: ['III | IV | i | i'],
    },
    rich: {
      a: ['i9 | IV13 | i9 | VIImaj7', 'i7 | IV9 | i7 | IV9', 'i9 | ii7 | IIImaj7 | IV9'],
      b: ['IIImaj9 | IV13 | ii7 | i9', 'VIImaj7 | IIImaj7 | IV9 | IV9'],
      break: ['IV9 | VIImaj7', 'ii7 | IV9'],
      end: ['IIImaj7 | IV9 | i9 | i9'],
    },
  },
  mixolydian: {
    plain: {
      a: ['I | VII | IV | I', 'I | IV | VII | IV', 'I | v | IV | I'],
      b: ['IV | I | VII | IV', 'VII | IV | I | I'],
      break: ['VII | IV', 'v | IV'],
      end: ['VII | IV | I | I'],
    },
    rich: {
      a: ['I13 | IV9 | I13 | VIImaj7', 'I9 | VIImaj7 | IV9 | I9', 'I7 | v9 | IV9 | I7'],
      b: ['IV9 | v9 | I9 | VIImaj7', 'VIImaj7 | IV9 | v9 | I9'],
      break: ['IV9 | VIImaj7', 'v9 | IV9'],
      end: ['VIImaj7 | IV9 | I9 | I69'],
    },
  },
  lydian: {
    plain: {
      a: ['I | II | I | vi', 'I | II | iii | II', 'Iadd9 | II | vi | V'],
      b: ['II | I | vi | iii', 'vi | II | I | V'],
      break: ['II | I', 'V | II'],
      end: ['V | II | Iadd9 | I'],
    },
    rich: {
      a: ['Imaj7#11 | II9 | Imaj9 | vi9', 'Imaj9 | II | iii7 | II9'],
      b: ['vi9 | II9 | Vmaj7 | Imaj9', 'iii7 | vi9 | II9 | Imaj7#11'],
      break: ['II9 | Imaj9', 'Vmaj7 | II9'],
      end: ['Vmaj7 | II9 | Imaj9 | Imaj9'],
    },
  },
  phrygian: {
    plain: {
      a: ['i | II | i | vii', 'i | II | VI | II', 'i | iv | II | i'],
      b: ['II | i | vii | II', 'VI | II | i | i'],
      break: ['II | vii', 'iv | II'],
      end: ['VI | II | i | i'],
    },
    rich: {
      a: ['i7 | IImaj7 | i7 | vii7', 'i9 | IImaj7 | VImaj7 | IImaj7'],
      b: ['IImaj7 | vii7 | i7 | VImaj7', 'iv9 | IImaj7 | i7 | i7'],
      break: ['IImaj7 | vii7', 'iv7 | IImaj7'],
      end: ['VImaj7 | IImaj7 | i7 | i7'],
    },
  },
};

const SLOTS: Readonly<Record<string, Slot>> = {
  b: 'b',
  chorus: 'b',
  bridge: 'b',
  break: 'break',
  intro: 'a',
  end: 'end',
};

/** Progressions for every name that a world's form uses, in another mode and as rich as the world's own chords. */
export function progressionsIn(
  mode: Mode,
  own: Readonly<Record<string, string | readonly string[]>>,
): Record<string, readonly string[]> {
  const rich = Object.values(own).flat().join(' ').split(/[79]/).length > 6;
  const book = BOOKS[mode][rich ? 'rich' : 'plain'];
  return Object.fromEntries(Object.keys(own).map((name) => [name, book[SLOTS[name] ?? 'a']]));
}
