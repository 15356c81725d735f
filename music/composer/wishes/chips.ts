import { INSTRUMENTS } from './instruments.ts';
import { TRAITS } from './traits.ts';
import type { How, Meaning, Place, Span } from './wish.ts';

type Chipless = Meaning & { words: string };

/** Each place: 'in' it, and as 'from' and 'until' speak of it. */
const PLACES: Readonly<Record<Place, readonly [there: string, begins: string]>> = {
  start: ['at the start', 'the start'],
  middle: ['in the middle', 'the middle'],
  end: ['at the end', 'shortly before the end'],
  verse: ['in the verses', 'the first verse'],
  bridge: ['in the bridge', 'the bridge'],
  hook: ['in the choruses', 'the first chorus'],
};

function placeOf(place: Place | undefined, span?: Span): string {
  if (!place) return '';
  const [there, begins] = PLACES[place];
  if (span === 'until') return `, until ${begins}`;
  if (span === 'from' && place === 'end') return ' only towards the end';
  return span === 'from'
    ? ` from ${begins}${place === 'start' ? '' : ' on'}`
    : `${span === 'just' ? ', only' : ''} ${there}`;
}

const HOWS: Readonly<Record<How, (name: string) => string>> = {
  with: (name) => name,
  without: (name) => `No ${lower(name)}`,
  only: (name) => `Only ${lower(name)}`,
  lead: (name) => (/s$/.test(name) && !/brass|bass$/i.test(name) ? `${name} lead` : `${name} leads`),
  solo: (name) => `${name} solo`,
  more: (name) => `More ${lower(name)}`,
  less: (name) => `Less ${lower(name)}`,
};

/** The sentence on a wish's chip; `tempo` is the genre's, slowest to fastest. */
export function chipOf(wish: Chipless, tempo?: readonly [number, number]): string {
  switch (wish.kind) {
    case 'tempo':
      return `${wish.bpm} bpm`;
    case 'key':
      return `In ${wish.key}`;
    case 'length': {
      const [minutes, seconds] = [Math.floor(wish.seconds / 60), wish.seconds % 60];
      return `${minutes}:${String(seconds).padStart(2, '0')} long`;
    }
    case 'vocals':
      return wish.sung ? 'Someone singing' : 'Instrumental, nobody sings';
    case 'unknown':
      return `“${wish.words.slice(0, 40)}”: not understood`;
    case 'instrument': {
      const { chip } = INSTRUMENTS.get(wish.instrument)!;
      const manner = wish.touch.length ? `, ${wish.touch.join(' and ')}` : '';
      return `${HOWS[wish.how](chip)}${manner}${placeOf(wish.place, wish.span)}`;
    }
    default:
      return traitChip(wish, tempo);
  }
}

function traitChip(
  { trait, amount, place }: Extract<Chipless, { trait: string }>,
  tempo?: readonly [number, number],
): string {
  const { chip, kind } = TRAITS.get(trait)!;
  const graded =
    amount < 0
      ? `Not ${lower(chip)}`
      : amount > 1
        ? `Very ${lower(chip)}`
        : amount < 0.6
          ? `A little ${lower(chip)}`
          : chip;
  const plain = kind === 'use' || kind === 'shape' || kind === 'feel' || kind === 'era' || kind === 'mode';
  const text = (plain && amount > 0 ? chip : graded) + placeOf(place);
  return tempo && kind === 'pace' && !place
    ? `${text}, about ${tempoFor(amount * (TRAITS.get(trait)!.effect.pace ?? 0), tempo)} bpm`
    : text;
}

/**
 * Beats per minute for a pace: a way from the song's own tempo (the middle of the range, if unknown) to 15 % beyond the
 * genre's range at -1 and 1, and to 30 % beyond it at -2 and 2.
 */
export function tempoFor(
  pace: number,
  [slow, fast]: readonly [number, number],
  middle = (slow + fast) / 2,
): number {
  const far = Math.max(-2, Math.min(2, pace));
  const bpm =
    far < 0
      ? middle + Math.max(far, -1) * (middle - 0.85 * slow) + Math.min(0, far + 1) * 0.15 * slow
      : middle + Math.min(far, 1) * (1.15 * fast - middle) + Math.max(0, far - 1) * 0.15 * fast;
  return Math.round(bpm);
}

export function lower(text: string): string {
  return text[0]!.toLowerCase() + text.slice(1);
}
