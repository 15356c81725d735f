import type { Mode } from './writing/progressions.ts';

/** What the words of a description ask for; the genre and the seed decide the rest. */
export type Hints = {
  /** Beats per minute, if stated. */
  bpm?: number;
  /** A share of the genre's tempo range, 0 slow .. 1 fast. */
  pace?: number;
  /** 'A minor', if stated. */
  key?: string;
  mode?: Mode;
};

const PACES: readonly (readonly [RegExp, number])[] = [
  [/\b(very slow|slowest|drowsy)\b/, 0],
  [/\b(slow|slower|lazy|calm|relaxed|gentle|sleepy|mellow|quiet)\b/, 0.12],
  [/\b(fastest|frantic|frenetic)\b/, 1],
  [/\b(fast|faster|quick|upbeat|driving|energetic|racing|wild)\b/, 0.9],
];

const MOODS: readonly (readonly [RegExp, Mode])[] = [
  [
    /\b(sad|dark|melanchol\w*|gloomy|brooding|lonely|grief|tragic|moody|sorrow\w*|tears|minor key)\b/,
    'minor',
  ],
  [/\b(menacing|sinister|evil|tense|threatening)\b/, 'phrygian'],
  [/\b(dreamy|floating|wonder|weightless|magical)\b/, 'lydian'],
  [/\b(happy|joyful|cheerful|sunny|bright|uplifting|hopeful|celebrat\w*|triumphant|playful)\b/, 'major'],
];

/** Reads tempo, key and mood from a description, within the genre's reach: a stated tempo is doubled or halved to fit. */
export function parseDescription(description: string, tempo: readonly [number, number]): Hints {
  const text = description.toLowerCase();
  const hints: Hints = {};
  const stated = /(\d{2,3})(?:\.\d+)?\s*(?:bpm|beats per minute)/.exec(text);
  if (stated) hints.bpm = fit(Number(stated[1]), tempo);
  const pace = PACES.find(([words]) => words.test(text));
  if (pace) hints.pace = pace[1];
  const key = readKey(description);
  if (key) {
    hints.key = key;
    hints.mode = key.split(' ')[1] as Mode;
  } else {
    const mood = MOODS.find(([words]) => words.test(text));
    if (mood) hints.mode = mood[1];
  }
  return hints;
}

/** A genre bends by a quarter towards the tempo asked for, in half or double time if that is nearer. */
function fit(asked: number, [slow, fast]: readonly [number, number]): number {
  const [lowest, highest] = [slow * 0.75, fast * 1.25];
  const options = [asked, asked * 2, asked / 2].filter((bpm) => bpm >= lowest && bpm <= highest);
  return Math.round(options[0] ?? Math.max(lowest, Math.min(highest, asked)));
}

/** 'A minor', 'in F#', 'B flat major', 'C# dorian'; a bare letter counts only after 'in' or 'key of', and 'a minor key' is a mood. */
function readKey(description: string): string | undefined {
  const text = description.replace(/\b([A-G])[ -]?flat\b/gi, '$1b').replace(/\b([A-G])[ -]?sharp\b/gi, '$1#');
  const full =
    /\b([A-G][#b♯♭]?)[ -]([Mm]ajor|[Mm]inor|[Dd]orian|[Mm]ixolydian|[Ll]ydian|[Pp]hrygian)\b(?! (?:key|chord|third|sixth|seventh|ninth))/.exec(
      text,
    );
  const bare = /\b(?:in|key of) ([A-G][#b♯♭]?)(m?)(?![\w#])/.exec(text);
  const note = full?.[1] ?? bare?.[1];
  if (!note) return undefined;
  return `${note} ${full ? full[2]!.toLowerCase() : bare![2] ? 'minor' : 'major'}`;
}
