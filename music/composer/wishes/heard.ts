import type { Genre } from '../genres/table.ts';
import { lengthOf, type Part, type Score } from '../score.ts';
import { worldNamed } from '../worlds/table.ts';
import { feelOf } from '../writing/grooves.ts';
import { type Asked, type InstrumentWish, NOBODY_SINGS, UNKNOWN_WORD } from './asked.ts';
import { belongs, INSTRUMENTS } from './instruments.ts';
import { momentOf } from './moments.ts';
import { type Event, playedBy, sectionsOf } from './notes.ts';
import { isSilent, nameOf, rowsAt } from './players.ts';
import { TRAITS } from './traits.ts';
import type { Heard, Wish } from './wish.ts';

/** Outcome of each wish, as the finished score shows it; `usual` are the instruments that play without any. */
export function outcomesOf(
  wishes: readonly Wish[],
  asked: Asked,
  score: Score,
  genre: Genre,
  usual: readonly string[],
): Heard[] {
  return wishes.map((wish) => {
    const why = asked.lost.get(wish) ?? missed(wish, asked, score, genre);
    if (why !== undefined) return { wish, outcome: 'not possible', why };
    // The tempo of the chip is the song's.
    const told = { ...wish, chip: wish.chip.replace(/about \d+/, `${Math.round(score.bpm)}`) };
    if (idle(wish, asked, usual))
      return { wish: told, outcome: 'done', why: 'The house band would not have played it anyway' };
    const moment = momentOf(wish, score);
    return {
      wish: told,
      outcome: 'done',
      ...(isOwn(wish, genre) && { why: 'The genre is played like that anyway' }),
      ...(moment && { moment }),
    };
  });
}

/** True if a wish leaves out what nobody would have played. */
function idle(wish: Wish, { silenced }: Asked, usual: readonly string[]): boolean {
  if (wish.kind === 'vocals') return !wish.sung;
  if (wish.kind === 'instrument')
    return (
      (wish.how === 'without' || wish.how === 'less') &&
      !silenced.has(wish) &&
      !usual.some((name) => belongs(name, wish.instrument))
    );
  return (
    'trait' in wish &&
    wish.amount < 0 &&
    !Object.values(TRAITS.get(wish.trait)!.effect).some((value) => typeof value === 'number')
  );
}

/** True if a wish names the rhythm that the genre has without it. */
function isOwn(wish: Wish, { feel, world }: Genre): boolean {
  const asked = 'trait' in wish ? TRAITS.get(wish.trait)!.effect.feel : undefined;
  return asked !== undefined && asked === (feel === 'own' ? worldNamed(world).feel : feel);
}

const isSung = (part: Score['parts'][number]) => 'voice' in part && part.voice.singer !== undefined;

/** Reason why a wish was not met; undefined if it was. */
function missed(wish: Wish, asked: Asked, score: Score, { tempo }: Genre): string | undefined {
  switch (wish.kind) {
    case 'unknown':
      return UNKNOWN_WORD;
    case 'vocals':
      return wish.sung && !score.parts.some(isSung) ? NOBODY_SINGS : undefined;
    case 'tempo': {
      const ratio = score.bpm / wish.bpm;
      const met = [1, 2, 0.5].some((times) => Math.abs(ratio / times - 1) < 0.03) && wish.bpm === asked.bpm;
      return met
        ? undefined
        : `This genre is played at ${Math.round(tempo[0] * 0.7)} to ${Math.round(tempo[1] * 1.3)} beats per minute`;
    }
    case 'key':
      return score.key === wish.key ? undefined : `The song is in ${score.key}`;
    case 'length':
      return Math.abs(lengthOf(score) - wish.seconds) < 12
        ? undefined
        : `The song lasts ${Math.round(lengthOf(score))} seconds`;
    case 'instrument':
      return missing(wish, asked, score);
    default: {
      const { effect, kind } = TRAITS.get(wish.trait)!;
      const middle = (tempo[0] + tempo[1]) / 2;
      if (kind === 'pace' && asked.bpm && (asked.bpm - middle) * wish.amount * effect.pace! < 0)
        return `The words also ask for ${asked.bpm} beats per minute`;
      if (wish.amount < 0) return undefined;
      if (effect.feel && feelOf(effect.feel).beats !== score.beatsPerBar)
        return `The song has ${score.beatsPerBar} beats to the bar`;
      return undefined;
    }
  }
}

/** Reason why an instrument does not play as asked, as the notes and strokes of the score show it. */
function missing(wish: InstrumentWish, { players }: Asked, score: Score): string | undefined {
  const name = nameOf(wish);
  const { standIn, chip } = INSTRUMENTS.get(name)!;
  const { how, place } = wish;
  const sections = sectionsOf(score);
  const played = playedBy(score, name);
  const isHeard = (section: (typeof sections)[number]) =>
    played.some(({ beat }) => beat > section.beat + 0.3 && beat < section.beat + section.bars - 0.3);
  if (how === 'without' && !place) return played.length > 0 ? 'Another wish asks for it' : undefined;
  if (how === 'less') return undefined;
  const ban = players.find(
    (one) => one.how === 'without' && one.instrument === wish.instrument && !one.place,
  );
  if (ban && how !== 'without') return `“${ban.words}” excludes it`;
  if (standIn) return `The house band has no ${chip.toLowerCase()}; the ${standIn} plays its part`;
  if (how !== 'without' && played.length === 0) return `No part for ${chip.toLowerCase()} was found`;
  if (place && sections.length > 1) {
    if (sections.some((section) => isSilent(wish, sections, section) && isHeard(section)))
      return 'It is heard elsewhere, too';
    if (how !== 'without' && !rowsAt(sections, place).some(isHeard) && wish.span !== 'until')
      return 'It is not heard there';
  }
  const eventsOf = (parts: readonly Part[]) =>
    parts.flatMap((part): Event[] => ('hits' in part ? part.hits : part.notes));
  if (how === 'only' && !place) {
    const wanted = new Set(
      players.filter((one) => one.how !== 'without').flatMap((one) => playedBy(score, nameOf(one))),
    );
    return eventsOf(score.parts).every((event) => wanted.has(event)) ? undefined : 'Others play, too';
  }
  const tunes = eventsOf(score.parts.filter(({ role }) => role === 'lead'));
  const own = new Set<Event>(played);
  if (how === 'lead' && tunes.filter((event) => own.has(event)).length < tunes.length / 2)
    return 'Another instrument has the tune';
  return undefined;
}
