const TONES: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

/** A key's place on the circle of fifths, 0 to 11, where a minor key shares that of its relative major key. */
interface Key {
  fifth: number;
  minor: boolean;
}

const MAX_PARSED = 1000;
/** Every track is compared with hundreds of others, and there are few keys. */
const parsed = new Map<string, Key | undefined>();

function keyOf(text: string): Key | undefined {
  if (parsed.has(text)) return parsed.get(text);
  if (parsed.size >= MAX_PARSED) parsed.clear();
  const key = parseKey(text);
  parsed.set(text, key);
  return key;
}

function parseKey(text: string): Key | undefined {
  const found = /^([A-G])([#♯b♭]?)\s*(maj|major|min|minor|m)?$/i.exec(text.trim());
  if (!found) return undefined;
  const [, tone, sign, mode = 'major'] = found;
  const minor = mode === 'm' || /^min/i.test(mode);
  const shift = sign === '' ? 0 : '#♯'.includes(sign!) ? 1 : -1;
  const major = TONES[tone!.toUpperCase()]! + shift + (minor ? 3 : 0);
  return { fifth: (((major * 7) % 12) + 12) % 12, minor };
}

/** How well two keys follow each other: the same one, one that shares almost all of its notes, or neither. */
export function keyRelation(one: string | null, other: string | null): 'same' | 'related' | undefined {
  if (one === null || other === null) return undefined;
  const [a, b] = [keyOf(one), keyOf(other)];
  if (!a || !b) return undefined;
  const distance = Math.min((a.fifth - b.fifth + 12) % 12, (b.fifth - a.fifth + 12) % 12);
  if (distance === 0) return a.minor === b.minor ? 'same' : 'related';
  return distance === 1 && a.minor === b.minor ? 'related' : undefined;
}
