import { ROLES } from '../compose.ts';
import { improvise } from '../writing/improvise.ts';
import type { Asked, InstrumentWish } from './asked.ts';
import { addPlayer, chairOf, changeInstrument, type Ensemble, type Row, removePlayer } from './ensemble.ts';
import { belongs, type Chair, INSTRUMENTS } from './instruments.ts';
import { CHAIRS, KITS, makersOf, OCTAVES } from './voices.ts';
import type { Place } from './wish.ts';

/** Decides who plays: the band's instruments, then those forbidden, those wanted, and last 'only'. */
export function choosePlayers(band: Ensemble, asked: Asked): void {
  const { players } = asked;
  const forbidden = players
    .filter(({ how, place }) => how === 'without' && !place)
    .map(({ instrument }) => instrument);
  // 'No percussion except a shaker': the narrower word counts.
  const wanted = players.filter(
    ({ how, instrument }) => how !== 'without' && !forbidden.includes(instrument),
  );
  if (asked.source)
    for (const part of [...band.who.keys()])
      if (!INSTRUMENTS.get(band.who.get(part)!)!.of.includes(asked.source))
        replace(band, part, asked, forbidden);
  if (asked.drums === 'off' && !wanted.some(({ instrument }) => isDrum(instrument)))
    forbidden.push('drums', 'percussion');
  for (const [part, name] of [...band.who])
    if (forbidden.some((no) => belongs(name, no))) replace(band, part, asked, forbidden);
  const claimed = new Set<string>();
  const rank = ({ how }: InstrumentWish) => (how === 'lead' || how === 'solo' ? 0 : how === 'less' ? 2 : 1);
  for (const wish of [...wanted].sort((a, b) => rank(a) - rank(b))) addWanted(band, wish, claimed);
  const only = wanted.filter(({ how, place }) => how === 'only' && !place);
  if (only.length) keepOnly(band, wanted.map(nameOf), only.map(nameOf));
  if (asked.sung === false)
    for (const [part, name] of [...band.who]) if (name === 'choir') removePlayer(band, part);
  if (asked.sung && !forbidden.includes('choir') && !only.length && ![...band.who.values()].includes('choir'))
    appear(band, [addPlayer(band, 'choir', 'pad')], { place: 'hook' });
  const kit = players.some(({ how, touch }) => how !== 'without' && touch.includes('brushed'))
    ? 'brushed'
    : asked.drums;
  const drums = band.parts.drums;
  if (drums && 'kit' in drums && kit && kit in KITS)
    band.parts.drums = { ...drums, kit: { ...drums.kit, ...KITS[kit as keyof typeof KITS] } };
  if (asked.shapes.has('call and response')) answer(band, wanted);
  for (const row of band.rows) silence(band, row, players);
}

/** Two bars of the tune for one player, two for another: somebody whom the words name, or else somebody new. */
function answer(band: Ensemble, wanted: readonly InstrumentWish[]): void {
  const leads = [...band.who.keys()].filter((part) => band.parts[part]!.role === 'lead' && !isEffect(part));
  const [call] = leads.sort((a, b) => presence(band, b) - presence(band, a));
  if (call === undefined) return;
  const caller = band.parts[call]!;
  if ('kit' in caller) return;
  const other = wanted
    .map(nameOf)
    .find((name) => name !== band.who.get(call) && INSTRUMENTS.get(name)!.chairs.includes('lead'));
  const known = leads.find((part) => part !== call && band.who.get(part) === other);
  const response =
    known ?? addPlayer(band, other ?? ANSWERS.find((name) => name !== band.who.get(call))!, 'lead');
  const responder = band.parts[response]!;
  if ('kit' in responder) return;
  const turn = (plan: typeof caller, mine: 0 | 1): typeof caller => ({
    ...plan,
    play: (s) => plan.play(s).filter(({ beat }) => Math.floor(beat / (2 * s.beatsPerBar)) % 2 === mine),
  });
  band.parts[call] = turn(caller, 0);
  band.parts[response] = turn(responder, 1);
  for (const { entries } of band.rows) if (entries.has(call)) entries.set(response, response);
}

/** Instruments that answer a tune where the words name none. */
const ANSWERS = ['saxophone', 'trumpet'];

/** True if a wish wants its instrument to be silent in a section. */
export function isSilent<Section extends Sized>(
  { how, place, span }: InstrumentWish,
  sections: readonly Section[],
  section: Section,
): boolean {
  if (!place) return how === 'without';
  const there = rowsAt(sections, place);
  if (span === 'from') return sections.indexOf(section) < sections.indexOf(there[0]!);
  if (span === 'until') return sections.indexOf(section) >= sections.indexOf(there[0]!);
  return how === 'without' ? there.includes(section) : span === 'just' && !there.includes(section);
}

/** Removes from a section the parts that words want elsewhere. Somebody always plays. */
function silence(band: Ensemble, row: Row, players: readonly InstrumentWish[]): void {
  const { who, rows, parts } = band;
  const placed = players.filter(({ place }) => place !== undefined);
  const alone = placed.filter(({ how, place }) => how === 'only' && rowsAt(rows, place!).includes(row));
  const isOut = (part: string) => {
    const player = who.get(part)!;
    const is = (wish: InstrumentWish) => belongs(player, nameOf(wish));
    // 'A harp at the start, the orchestra from the middle on': the narrower word counts.
    const isNamed = placed.some((wish) => nameOf(wish) === player && !isSilent(wish, rows, row));
    return (
      placed.some((wish) => is(wish) && isSilent(wish, rows, row) && !isNamed) ||
      (alone.length > 0 && !alone.some(is))
    );
  };
  for (const part of [...row.entries.keys()]) if (who.has(part) && isOut(part)) row.entries.delete(part);
  if (row.entries.size > 0) return;
  const free = [...who.keys()].filter(
    (part) => parts[part]!.role !== 'texture' && !isEffect(part) && !isOut(part),
  );
  for (const part of free.slice(0, 2)) row.entries.set(part, part);
}

/** Risers and chopped voices, which no instrument can take over. */
const isEffect = (part: string) => part === 'rise' || part === 'chops';
const isDrum = (name: string) => belongs(name, 'drums') || belongs(name, 'percussion');

/** The instrument that a wish means with its adjectives: 'distorted' and 'guitar' are a distorted guitar. */
export function nameOf({ instrument, touch }: InstrumentWish): string {
  for (const word of touch) {
    const kind = `${word === 'heavy' ? 'distorted' : word} ${instrument.replace('electric guitar', 'guitar')}`;
    const name = KINDS[kind] ?? kind;
    if (INSTRUMENTS.has(name)) return name;
  }
  return instrument;
}

/** Kinds of instruments that go by another name. */
const KINDS: Readonly<Record<string, string>> = {
  'soft guitar': 'nylon guitar',
  'clean guitar': 'electric guitar',
  'acoustic bass': 'double bass',
  'electric bass': 'bass guitar',
  'electric keys': 'electric piano',
  'acoustic keys': 'piano',
};

/** Gives a part to somebody whom nothing forbids; what only fills in (arpeggios, textures, drums) goes. */
function replace(band: Ensemble, part: string, { source }: Asked, forbidden: readonly string[]): void {
  const chair = chairOf(band, part);
  const name = band.who.get(part)!;
  const bans = (candidate: string) => forbidden.some((no) => belongs(candidate, no));
  if (chair === 'drums' || chair === 'percussion' || isEffect(part)) {
    if (bans(name) || (isEffect(part) && /^(acoustic|orchestral)$/.test(source ?? '')))
      removePlayer(band, part);
    return;
  }
  const { of } = INSTRUMENTS.get(name)!;
  const kind =
    source ??
    (['electronic', 'electric', 'orchestral', 'acoustic'] as const).find((family) => of.includes(family)) ??
    'acoustic';
  const ask = (from: typeof kind) => (CHAIRS[from][chair] ?? []).filter((candidate) => !bans(candidate));
  const free = ask(kind).length ? ask(kind) : ask('acoustic');
  // Those who do not play yet come first.
  const playing = [...band.who.values()];
  const next = free.find((candidate) => !playing.includes(candidate)) ?? free[0];
  const fills = chair === 'arp' && forbidden.length > 0;
  if (!next || fills || (chair === 'bass' && bans('bass'))) removePlayer(band, part);
  else changeInstrument(band, part, next);
}

/** Finds a chair for a wanted instrument and makes sure that it is heard. */
function addWanted(band: Ensemble, wish: InstrumentWish, claimed: Set<string>): void {
  const name = nameOf(wish);
  const { how, touch } = wish;
  const usualChairs = INSTRUMENTS.get(name)!.chairs;
  const manner = touch.includes('strummed') ? 'chords' : touch.includes('picked') ? 'arp' : usualChairs[0];
  const chairs = [...usualChairs].sort((a, b) => Number(b === manner) - Number(a === manner));
  const partsOf = (chair: Chair) =>
    [...band.who.keys()].filter(
      (part) => chairOf(band, part) === chair && !claimed.has(part) && !isSlight(band, part),
    );
  const usual = (parts: string[]) => parts.sort((a, b) => presence(band, b) - presence(band, a)).slice(0, 1);
  let own = [...band.who]
    .filter(([part, player]) => belongs(player, name) && (!claimed.has(part) || player === name))
    .map(([part]) => part);
  if (belongs(name, 'drums')) own = band.parts.drums ? ['drums'] : own;
  if (how === 'less') {
    for (const part of own) recede(band, part);
    return;
  }
  if (how === 'lead' && !isDrum(name)) {
    own = partsOf('lead');
    if (own.length === 0) own = [addPlayer(band, name, 'lead')];
    for (const part of own) changeInstrument(band, part, name);
  } else if (how === 'solo') {
    own = solo(band, name, wish.place);
  } else if (own.length === 0) {
    const chair = chairs.find((one) => partsOf(one).length > 0);
    own = chair ? usual(partsOf(chair)) : [];
    for (const part of own) if (!isDrum(name)) changeInstrument(band, part, name);
    if (own.length === 0 || chair === 'percussion') own = [addPlayer(band, name, chairs[0]!)];
  }
  for (const part of own) claimed.add(part);
  if (how !== 'solo') appear(band, own, wish, claimed);
  const level =
    (how === 'more' ? 2 : how === 'lead' ? 1 : 0.5) +
    (touch.includes('heavy') ? 2 : 0) -
    (touch.includes('soft') ? 3.5 : 0);
  for (const part of own) louder(band, part, level);
}

/** Textures and answers play too little to give somebody a part. */
function isSlight({ parts }: Ensemble, part: string): boolean {
  return parts[part]!.role === 'texture' || part === 'counter';
}

function presence({ rows }: Ensemble, part: string): number {
  return rows.filter(({ entries }) => entries.has(part)).length;
}

function louder(band: Ensemble, part: string, dB: number): void {
  const plan = band.parts[part];
  if (plan)
    band.parts[part] = {
      ...plan,
      mix: { ...plan.mix, level: (plan.mix?.level ?? ROLES[plan.role].level) + dB },
    };
}

/** Quieter, and only in every second section. */
function recede(band: Ensemble, part: string): void {
  louder(band, part, -4);
  const rows = band.rows.filter(({ entries }) => entries.has(part));
  for (const [i, { entries }] of rows.entries())
    if (i % 2 === 0 && entries.size > 1 && rows.length > 1) entries.delete(part);
}

/** Puts parts into the sections of a place; without one, everywhere but in the intro, and one tune at a time. */
function appear(
  band: Ensemble,
  parts: readonly string[],
  { place, span }: Pick<InstrumentWish, 'place' | 'span'>,
  claimed = new Set<string>(),
): void {
  const { rows } = band;
  const tunes = ({ entries }: Row, but: string) =>
    [...entries.keys()].filter((other) => other !== but && band.parts[other]?.role === 'lead');
  const there = place
    ? span === 'from'
      ? rows.slice(rows.indexOf(rowsAt(rows, place)[0]!))
      : span === 'until'
        ? rows.slice(0, rows.indexOf(rowsAt(rows, place)[0]!))
        : rowsAt(rows, place)
    : rows.filter(({ label }) => label !== 'intro' || rows.length < 4);
  for (const [at, part] of parts.entries()) {
    const lead = band.parts[part]!.role === 'lead';
    for (const row of there) {
      if (!place && at > 0 && ['break', 'outro'].includes(row.label)) continue;
      if (!row.entries.has(part) && (place || !lead || tunes(row, part).length === 0))
        row.entries.set(part, part);
    }
    if (rows.some(({ entries }) => entries.has(part))) continue;
    // Where others have the tune everywhere, the two take turns.
    for (const [i, row] of there.entries()) {
      if (i % 2 === 0 && there.length > 1) continue;
      if (tunes(row, part).some((other) => claimed.has(other) && presence(band, other) < 2)) continue;
      for (const other of tunes(row, part)) row.entries.delete(other);
      row.entries.set(part, part);
    }
  }
}

/** A section with its name and its length, in bars or in beats. */
type Sized = { label: string; bars: number };

/** Index of the section that begins nearest to half of the song. */
function halfway(rows: readonly Sized[]): number {
  const half = rows.reduce((sum, { bars }) => sum + bars, 0) / 2;
  let [best, distance, at] = [0, half, 0];
  for (const [i, { bars }] of rows.entries()) {
    if (Math.abs(at - half) < distance) [best, distance] = [i, Math.abs(at - half)];
    at += bars;
  }
  return best;
}

/** The sections of a place, at least one. */
export function rowsAt<Section extends Sized>(rows: readonly Section[], place: Place): Section[] {
  const few = rows.length > 4 ? 2 : 1;
  if (place === 'start') return rows.slice(0, few);
  if (place === 'end') return rows.slice(-few);
  const labels = { verse: /^(verse|pre)$/, bridge: /^(bridge|break|solo)$/, hook: /^hook$/, middle: /^$/ };
  const named = rows.filter(({ label }) => labels[place].test(label));
  return named.length ? named : [rows[halfway(rows)]!];
}

/** A solo in the bridge, or before the last chorus; nobody else carries a tune there. */
function solo(band: Ensemble, name: string, place?: Place): string[] {
  const { rows, parts } = band;
  const last = rows.map(({ label }) => label).lastIndexOf('hook');
  const row =
    (place && rowsAt(rows, place)[0]) ??
    rows.find(({ label }) => label === 'solo') ??
    rows.find(({ label }) => label === 'bridge') ??
    rows[last > 1 ? last - 1 : Math.floor(rows.length / 2)]!;
  row.bars = Math.max(row.bars, 4);
  if (isDrum(name)) {
    const hands = !belongs(name, 'drums');
    const player = hands
      ? addPlayer(band, name, 'percussion')
      : parts.drums
        ? 'drums'
        : addPlayer(band, 'drums', 'drums');
    row.entries = new Map([[player, player]]);
    row.energy = 1;
    return [player];
  }
  for (const part of row.entries.keys()) if (parts[part]?.role === 'lead') row.entries.delete(part);
  const bass = belongs(name, 'bass');
  const part = addPlayer(band, name, bass ? 'bass' : 'lead');
  const center = bass ? 45 : 74 + 12 * (OCTAVES[name]?.lead ?? 0);
  const makers = makersOf(name);
  band.parts[part] = {
    role: 'lead',
    voice: makers.lead ?? makers.any,
    play: (s) => improvise(s, { center, density: 0.9 }),
  };
  row.entries.set(part, part);
  // It has the last word as well.
  if (!place) rows.at(-1)!.entries.set(part, `${part}@1-1`);
  return [part];
}

/** Leaves only those who are named; their parts take over what the others would have played. */
function keepOnly(band: Ensemble, allowed: readonly string[], named: readonly string[]): void {
  const plays = (name: string) => allowed.some((ok) => belongs(name, ok));
  const melodic = named.filter((name) => !isDrum(name));
  const [first] = melodic;
  const lone =
    first !== undefined &&
    melodic.length === 1 &&
    !INSTRUMENTS.get(first)!.chairs.some(
      (chair) => chair === 'chords' || chair === 'pad' || chair === 'bass',
    );
  for (const [part, name] of [...band.who]) {
    if (plays(name) || allowed.some((ok) => isDrum(ok) && belongs(ok, name))) continue;
    const chair = chairOf(band, part);
    const heir = melodic.find((one) => INSTRUMENTS.get(one)!.chairs.includes(chair));
    const low =
      chair === 'bass' &&
      melodic.find((one) =>
        /^(piano|organ|strings|orchestra|brass|guitar|acoustic guitar|synth|cello|keys|electric piano)$/.test(
          one,
        ),
      );
    if (
      !isEffect(part) &&
      chair !== 'drums' &&
      chair !== 'percussion' &&
      (heir || low || (lone && chair !== 'arp'))
    )
      changeInstrument(band, part, heir ?? (low || first!));
    else removePlayer(band, part);
  }
  const leads = [...band.who.keys()].filter((part) =>
    ['lead', 'chords', 'pad'].includes(chairOf(band, part)),
  );
  if (leads.length === 0 && melodic.some((one) => !belongs(one, 'bass')))
    leads.push(addPlayer(band, first!, INSTRUMENTS.get(first!)!.chairs[0]!));
  for (const { entries } of band.rows) {
    for (const part of entries.keys()) if (!band.parts[part]) entries.delete(part);
    if (entries.size === 0)
      for (const part of (leads.length ? leads : [...band.who.keys()]).slice(0, 1)) entries.set(part, part);
  }
}
