import { ROLES } from '../compose.ts';
import { improvise } from '../writing/improvise.ts';
import type { Asked, InstrumentWish } from './asked.ts';
import { type Cast, chairOf, dismiss, hire, type Row, revoice } from './cast.ts';
import { belongs, type Chair, INSTRUMENTS } from './instruments.ts';
import { CHAIRS, KITS, OCTAVES, VOICES } from './voices.ts';
import type { Place } from './wish.ts';

/** Decides who plays: the band's instruments, then those forbidden, those wanted, and last 'only'. */
export function seat(cast: Cast, asked: Asked): void {
  const { players } = asked;
  const forbidden = players
    .filter(({ how, place }) => how === 'without' && !place)
    .map(({ instrument }) => instrument);
  // 'No percussion except a shaker': the narrower word counts.
  const wanted = players.filter(
    ({ how, instrument }) => how !== 'without' && !forbidden.includes(instrument),
  );
  if (asked.source)
    for (const part of [...cast.who.keys()])
      if (!INSTRUMENTS.get(cast.who.get(part)!)!.of.includes(asked.source))
        replace(cast, part, asked, forbidden);
  if (asked.drums === 'off' && !wanted.some(({ instrument }) => isDrum(instrument)))
    forbidden.push('drums', 'percussion');
  for (const [part, name] of [...cast.who])
    if (forbidden.some((no) => belongs(name, no))) replace(cast, part, asked, forbidden);
  const claimed = new Set<string>();
  const rank = ({ how }: InstrumentWish) => (how === 'lead' || how === 'solo' ? 0 : how === 'less' ? 2 : 1);
  for (const wish of [...wanted].sort((a, b) => rank(a) - rank(b))) take(cast, wish, claimed);
  const only = wanted.filter(({ how, place }) => how === 'only' && !place);
  if (only.length) keepOnly(cast, wanted.map(nameOf), only.map(nameOf));
  if (asked.sung === false)
    for (const [part, name] of [...cast.who]) if (name === 'choir') dismiss(cast, part);
  if (asked.sung && !forbidden.includes('choir') && !only.length && ![...cast.who.values()].includes('choir'))
    appear(cast, [hire(cast, 'choir', 'pad')], { place: 'hook' });
  const kit = players.some(({ how, touch }) => how !== 'without' && touch.includes('brushed'))
    ? 'brushed'
    : asked.drums;
  const drums = cast.parts.drums;
  if (drums && 'kit' in drums && kit && kit in KITS)
    cast.parts.drums = { ...drums, kit: { ...drums.kit, ...KITS[kit as keyof typeof KITS] } };
  for (const row of cast.rows) silence(cast, row, players);
}

/** Whether a wish wants its instrument to be silent in a section. */
export function isSilent<Section extends { label: string }>(
  { how, place, span }: InstrumentWish,
  sections: readonly Section[],
  section: Section,
): boolean {
  if (!place) return how === 'without';
  const there = rowsAt(sections, place);
  if (span === 'from') return sections.indexOf(section) < sections.indexOf(there[0]!);
  return how === 'without' ? there.includes(section) : span === 'just' && !there.includes(section);
}

/** Removes from a section the parts that words want elsewhere. Somebody always plays. */
function silence(cast: Cast, row: Row, players: readonly InstrumentWish[]): void {
  const { who, rows, parts } = cast;
  const placed = players.filter(({ place }) => place !== undefined);
  const alone = placed.filter(({ how, place }) => how === 'only' && rowsAt(rows, place!).includes(row));
  const isOut = (part: string) => {
    const is = (wish: InstrumentWish) => belongs(who.get(part)!, nameOf(wish));
    return (
      placed.some((wish) => is(wish) && isSilent(wish, rows, row)) || (alone.length > 0 && !alone.some(is))
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
  const kind = touch.find((word) => `${word} ${instrument}` in KINDS);
  return kind ? KINDS[`${kind} ${instrument}`]! : instrument;
}

const KINDS: Readonly<Record<string, string>> = {
  'distorted guitar': 'distorted guitar',
  'heavy guitar': 'distorted guitar',
  'distorted electric guitar': 'distorted guitar',
  'heavy electric guitar': 'distorted guitar',
  'acoustic guitar': 'acoustic guitar',
  'soft guitar': 'nylon guitar',
  'clean guitar': 'electric guitar',
  'electric guitar': 'electric guitar',
  'acoustic bass': 'double bass',
  'electric bass': 'bass guitar',
  'electric piano': 'electric piano',
  'electric keys': 'electric piano',
  'acoustic keys': 'piano',
};

/** Gives a part to somebody whom nothing forbids; what only fills in (arpeggios, textures, drums) goes. */
function replace(cast: Cast, part: string, { source }: Asked, forbidden: readonly string[]): void {
  const chair = chairOf(cast, part);
  const name = cast.who.get(part)!;
  const bans = (candidate: string) => forbidden.some((no) => belongs(candidate, no));
  if (chair === 'drums' || chair === 'percussion' || isEffect(part)) {
    if (bans(name) || (isEffect(part) && /^(acoustic|orchestral)$/.test(source ?? ''))) dismiss(cast, part);
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
  const playing = [...cast.who.values()];
  const next = free.find((candidate) => !playing.includes(candidate)) ?? free[0];
  const fills = chair === 'arp' && forbidden.length > 0;
  if (!next || fills || (chair === 'bass' && bans('bass'))) dismiss(cast, part);
  else revoice(cast, part, next);
}

/** Finds a chair for a wanted instrument and makes sure that it is heard. */
function take(cast: Cast, wish: InstrumentWish, claimed: Set<string>): void {
  const name = nameOf(wish);
  const { how, touch } = wish;
  const { chairs } = INSTRUMENTS.get(name)!;
  const partsOf = (chair: Chair) =>
    [...cast.who.keys()].filter(
      (part) => chairOf(cast, part) === chair && !claimed.has(part) && !isSlight(cast, part),
    );
  const usual = (parts: string[]) => parts.sort((a, b) => presence(cast, b) - presence(cast, a)).slice(0, 1);
  let own = [...cast.who]
    .filter(([part, player]) => belongs(player, name) && (!claimed.has(part) || player === name))
    .map(([part]) => part);
  if (belongs(name, 'drums')) own = cast.parts.drums ? ['drums'] : own;
  if (how === 'less') {
    for (const part of own) recede(cast, part);
    return;
  }
  if (how === 'lead' && !isDrum(name)) {
    own = partsOf('lead');
    if (own.length === 0) own = [hire(cast, name, 'lead')];
    for (const part of own) revoice(cast, part, name);
  } else if (how === 'solo') {
    own = solo(cast, name);
  } else if (own.length === 0) {
    const chair = chairs.find((seat) => partsOf(seat).length > 0);
    own = chair ? usual(partsOf(chair)) : [];
    for (const part of own) if (!isDrum(name)) revoice(cast, part, name);
    if (own.length === 0 || chair === 'percussion') own = [hire(cast, name, chairs[0]!)];
  }
  for (const part of own) claimed.add(part);
  if (how !== 'solo') appear(cast, own, wish, claimed);
  const level =
    (how === 'more' ? 2 : how === 'lead' ? 1 : 0.5) +
    (touch.includes('heavy') ? 2 : 0) -
    (touch.includes('soft') ? 3.5 : 0);
  for (const part of own) louder(cast, part, level);
}

/** Textures and answers play too little to give somebody a part. */
function isSlight({ parts }: Cast, part: string): boolean {
  return parts[part]!.role === 'texture' || part === 'counter';
}

function presence({ rows }: Cast, part: string): number {
  return rows.filter(({ entries }) => entries.has(part)).length;
}

function louder(cast: Cast, part: string, dB: number): void {
  const plan = cast.parts[part];
  if (plan)
    cast.parts[part] = {
      ...plan,
      mix: { ...plan.mix, level: (plan.mix?.level ?? ROLES[plan.role].level) + dB },
    };
}

/** Quieter, and only in every second section. */
function recede(cast: Cast, part: string): void {
  louder(cast, part, -4);
  const rows = cast.rows.filter(({ entries }) => entries.has(part));
  for (const [i, { entries }] of rows.entries())
    if (i % 2 === 0 && entries.size > 1 && rows.length > 1) entries.delete(part);
}

/** Puts parts into the sections of a place; without one, everywhere but in the intro, and one tune at a time. */
function appear(
  cast: Cast,
  parts: readonly string[],
  { place, span }: Pick<InstrumentWish, 'place' | 'span'>,
  claimed = new Set<string>(),
): void {
  const { rows } = cast;
  const tunes = ({ entries }: Row, but: string) =>
    [...entries.keys()].filter((other) => other !== but && cast.parts[other]?.role === 'lead');
  const there = place
    ? span === 'from'
      ? rows.slice(rows.indexOf(rowsAt(rows, place)[0]!))
      : rowsAt(rows, place)
    : rows.filter(({ label }) => label !== 'intro' || rows.length < 4);
  for (const [at, part] of parts.entries()) {
    const lead = cast.parts[part]!.role === 'lead';
    for (const row of there) {
      if (!place && at > 0 && ['break', 'outro'].includes(row.label)) continue;
      if (!row.entries.has(part) && (place || !lead || tunes(row, part).length === 0))
        row.entries.set(part, part);
    }
    if (rows.some(({ entries }) => entries.has(part))) continue;
    // Where others have the tune everywhere, the two take turns.
    for (const [i, row] of there.entries()) {
      if (i % 2 === 0 && there.length > 1) continue;
      if (tunes(row, part).some((other) => claimed.has(other) && presence(cast, other) < 2)) continue;
      for (const other of tunes(row, part)) row.entries.delete(other);
      row.entries.set(part, part);
    }
  }
}

/** The sections of a place, at least one. */
export function rowsAt<Section extends { label: string }>(rows: readonly Section[], place: Place): Section[] {
  const few = rows.length > 4 ? 2 : 1;
  if (place === 'start') return rows.slice(0, few);
  if (place === 'end') return rows.slice(-few);
  const named = rows.filter(({ label }) =>
    place === 'middle'
      ? /^(bridge|break|solo)$/.test(label)
      : place === 'verse'
        ? /^(verse|pre)$/.test(label)
        : label === 'hook',
  );
  return named.length ? named : [rows[Math.floor(rows.length / 2)]!];
}

/** A solo in the bridge, or before the last chorus; nobody else carries a tune there. */
function solo(cast: Cast, name: string): string[] {
  const { rows, parts } = cast;
  const last = rows.map(({ label }) => label).lastIndexOf('hook');
  const row =
    rows.find(({ label }) => label === 'solo') ??
    rows.find(({ label }) => label === 'bridge') ??
    rows[last > 1 ? last - 1 : Math.floor(rows.length / 2)]!;
  row.bars = Math.max(row.bars, 4);
  if (isDrum(name)) {
    const hands = !belongs(name, 'drums');
    const player = hands
      ? hire(cast, name, 'percussion')
      : parts.drums
        ? 'drums'
        : hire(cast, 'drums', 'drums');
    row.entries = new Map([[player, player]]);
    row.energy = 1;
    return [player];
  }
  for (const part of row.entries.keys()) if (parts[part]?.role === 'lead') row.entries.delete(part);
  const bass = belongs(name, 'bass');
  const part = hire(cast, name, bass ? 'bass' : 'lead');
  const center = bass ? 45 : 74 + 12 * (OCTAVES[name]?.lead ?? 0);
  const makers = VOICES[name]!;
  cast.parts[part] = {
    role: 'lead',
    voice: makers.lead ?? makers.any,
    play: (s) => improvise(s, { center, density: 0.9 }),
  };
  row.entries.set(part, part);
  // It has the last word as well.
  rows.at(-1)!.entries.set(part, `${part}@1-1`);
  return [part];
}

/** Leaves only those who are named; their parts take over what the others would have played. */
function keepOnly(cast: Cast, allowed: readonly string[], named: readonly string[]): void {
  const plays = (name: string) => allowed.some((ok) => belongs(name, ok));
  const melodic = named.filter((name) => !isDrum(name));
  const [first] = melodic;
  const lone =
    first !== undefined &&
    melodic.length === 1 &&
    !INSTRUMENTS.get(first)!.chairs.some(
      (chair) => chair === 'chords' || chair === 'pad' || chair === 'bass',
    );
  for (const [part, name] of [...cast.who]) {
    if (plays(name) || allowed.some((ok) => isDrum(ok) && belongs(ok, name))) continue;
    const chair = chairOf(cast, part);
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
      revoice(cast, part, heir ?? (low || first!));
    else dismiss(cast, part);
  }
  const leads = [...cast.who.keys()].filter((part) =>
    ['lead', 'chords', 'pad'].includes(chairOf(cast, part)),
  );
  if (leads.length === 0 && melodic.some((one) => !belongs(one, 'bass')))
    leads.push(hire(cast, first!, INSTRUMENTS.get(first!)!.chairs[0]!));
  for (const { entries } of cast.rows) {
    for (const part of entries.keys()) if (!cast.parts[part]) entries.delete(part);
    if (entries.size === 0)
      for (const part of (leads.length ? leads : [...cast.who.keys()]).slice(0, 1)) entries.set(part, part);
  }
}
