import { type Part, type Score, secondsAt } from '../score.ts';
import { lower } from './chips.ts';
import { belongs, INSTRUMENTS } from './instruments.ts';
import {
  type Event,
  FADE_BARS,
  lastHook,
  playedBy,
  playerOf,
  SLOWS_AT,
  sectionsOf,
  stopBefore,
} from './notes.ts';
import { nameOf, rowsAt } from './players.ts';
import { TRAITS } from './traits.ts';
import type { Moment, Place, TraitKind, Wish } from './wish.ts';

type InstrumentWish = Extract<Wish, { kind: 'instrument' }>;
type TraitWish = Extract<Wish, { trait: string }>;

/** Second by which a player from the start begins. */
const OPENING_SECONDS = 4;
/** Least ratio of a section's weight to what comes before it that a listener notices. */
const NOTICED = 1.15;

/**
 * Moment at which a met wish is heard, as the notes of the finished score show it; undefined if it is true of the whole
 * song, or if nothing stands out there.
 */
export function momentOf(wish: Wish, score: Score): Moment | undefined {
  const found =
    wish.kind === 'instrument'
      ? entryOf(wish, score)
      : wish.kind === 'vocals'
        ? voiceOf(score)
        : 'trait' in wish
          ? wish.place
            ? placeOf(wish, wish.place, score)
            : shapeOf(wish, score)
          : undefined;
  return found && { label: found.label, at: Math.round(10 * secondsAt(score, found.beat)) / 10 };
}

interface Found {
  label: string;
  beat: number;
}

const eventsOf = (part: Part): Event[] => ('hits' in part ? part.hits : part.notes);
const firstOf = (events: readonly Event[]) =>
  events.length ? Math.min(...events.map(({ beat }) => beat)) : undefined;

/** Fullness and loudness of each section: velocities by beat. */
function weights(score: Score): number[] {
  const events = score.parts.flatMap(eventsOf);
  return sectionsOf(score).map(({ beat, bars }) => {
    const inside = events.filter((event) => event.beat >= beat - 0.05 && event.beat < beat + bars - 0.05);
    return inside.reduce((sum, { velocity }) => sum + velocity, 0) / bars;
  });
}

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);

/** Kinds whose chips say how something sounds: `Quiet`, `Heavy`. */
const ADJECTIVES: ReadonlySet<TraitKind> = new Set(['pace', 'mood', 'energy', 'density', 'dynamics', 'tone']);

/** Labels of a place with a chip's adjective. */
const LABELS: Readonly<Record<Place, (chip: string) => string>> = {
  start: (chip) => `Starts ${lower(chip)}`,
  middle: (chip) => `${chip} middle`,
  end: (chip) => `Ends ${lower(chip)}`,
  verse: (chip) => `${chip} verses`,
  bridge: (chip) => `${chip} bridge`,
  hook: (chip) => `${chip} chorus`,
};

/** Finds where a wish for a place is heard: its section that shows it most, the first one of several. */
function placeOf(
  { kind, trait, amount, place, chip }: TraitWish,
  where: Place,
  score: Score,
): Found | undefined {
  const sections = sectionsOf(score);
  const { chip: name, effect } = TRAITS.get(trait)!;
  const push = amount * (effect.touch ?? effect.energy ?? effect.density ?? 0);
  const weight = weights(score);
  const rows = rowsAt(sections, where).map((section) => ({
    section,
    weight: weight[sections.indexOf(section)]!,
  }));
  const others = weight.filter((_, i) => !rows.some(({ section }) => section === sections[i]));
  const usual = mean(others.length ? others : weight);
  const shown = rows.find((row) => push === 0 || (push > 0 ? row.weight > usual : row.weight < usual));
  if (!shown) return undefined;
  const isPlain = amount > 0 && ADJECTIVES.has(kind) && !/^(A|An|The|For|In) /.test(name);
  const label = isPlain ? LABELS[place!](name) : effect.band ? name : chip;
  return { label, beat: where === 'start' ? startOf(score) : shown.section.beat };
}

const startOf = (score: Score) => firstOf(score.parts.flatMap(eventsOf)) ?? score.start;

/** Finds where a song takes the shape that is asked for. */
function shapeOf({ kind, trait, amount }: TraitWish, score: Score): Found | undefined {
  if (kind !== 'shape' || amount < 0) return undefined;
  const hook = lastHook(score);
  const sections = sectionsOf(score);
  switch (TRAITS.get(trait)!.effect.shape) {
    case 'build': {
      const weight = weights(score);
      const rise = weight.findIndex(
        (_, i) =>
          i > 0 && mean(weight.slice(i)) > NOTICED * mean(weight.slice(0, i)) && weight[i]! > weight[i - 1]!,
      );
      return rise > 0 ? { label: 'Builds', beat: sections[rise]!.beat } : undefined;
    }
    case 'drop':
      return hook && { label: 'The drop', beat: hook.beat };
    case 'break': {
      const ground = score.parts.filter(({ role }) => role === 'drums' || role === 'bass').flatMap(eventsOf);
      const open = sections.find(
        ({ beat, bars }, i) =>
          i > 0 && !ground.some((event) => event.beat > beat + 1 && event.beat < beat + bars - 1),
      );
      return open && { label: 'The break', beat: open.beat };
    }
    case 'stop':
      return hook && { label: 'Everything stops', beat: hook.beat - stopBefore(score) };
    case 'key change':
      return hook && { label: 'Key change', beat: hook.beat };
    case 'fade in':
      return { label: 'Fades in', beat: startOf(score) };
    case 'fade out':
      return { label: 'Fades out', beat: Math.max(0, score.beats - FADE_BARS * score.beatsPerBar) };
    case 'slow down':
      return { label: 'Slows down', beat: SLOWS_AT * score.beats };
    default:
      return undefined;
  }
}

const isPlural = (chip: string) => /s$/.test(chip) && !/brass|bass$/i.test(chip);

/** Finds where an instrument comes in, plays its solo, or is left out. */
function entryOf(wish: InstrumentWish, score: Score): Found | undefined {
  const { how, place, span } = wish;
  const name = nameOf(wish);
  const { chip } = INSTRUMENTS.get(name)!;
  const row = place && rowsAt(sectionsOf(score), place)[0];
  if (how === 'less' || how === 'more' || span === 'until') return undefined;
  if (how === 'without' || how === 'only')
    return row && { label: `${how === 'only' ? 'Only' : 'No'} ${lower(chip)}`, beat: row.beat };
  if (how === 'solo') {
    const part = score.parts.findLast(
      (one) =>
        (one.role === 'lead' || 'kit' in one) && belongs(playerOf(one), name) && eventsOf(one).length > 0,
    );
    const solo = part && eventsOf(part).filter(({ beat }) => !row || beat >= row.beat - 0.3);
    const beat = solo && firstOf(solo);
    return beat === undefined || 'kit' in part! ? undefined : { label: `${chip} solo`, beat };
  }
  const beat = firstOf(playedBy(score, name).filter((event) => !row || event.beat >= row.beat - 0.3));
  if (beat === undefined || (!row && secondsAt(score, beat) < OPENING_SECONDS)) return undefined;
  return { label: `${chip} ${isPlural(chip) ? 'enter' : 'enters'}`, beat };
}

/** Finds where somebody begins to sing. */
function voiceOf(score: Score): Found | undefined {
  const beat = firstOf(
    score.parts.filter((part) => 'voice' in part && part.voice.singer !== undefined).flatMap(eventsOf),
  );
  return beat === undefined ? undefined : { label: 'The voice enters', beat };
}
