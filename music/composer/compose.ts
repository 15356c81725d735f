import { recordOf } from './genres/records.ts';
import { createRandom, type Random } from './random.ts';
import type { Ending, Hit, Mix, Note, Part, Role, Score, ScoreSection, Sound } from './score.ts';
import type { FormSection, PartPlan, World } from './world.ts';
import { breathe } from './writing/expression.ts';
import type { Section, Theme } from './writing/section.ts';
import { broaden, createTheme, likeness, onsets, writeVerse } from './writing/themes.ts';
import {
  type Chord,
  type Key,
  nearest,
  parseChord,
  parseKey,
  readChords,
  voiceChord,
} from './writing/theory.ts';

/** A world, and the tempo and key that the description asked for. */
type Brief = { world: World; bpm?: number | undefined; key?: string | undefined };

const placed = (
  ...[level, pan, highpass, reverb, echo, duck, late, loose]: [
    level: number,
    pan: number,
    highpass: number,
    reverb: number,
    echo: number,
    duck: number,
    late: number,
    loose: number,
  ]
): Mix => ({ level, pan, highpass, reverb, echo, duck, late, loose, swing: true });

/** Each role's default place in the mix, in the order of `placed`; the units are those of `Mix`. */
export const ROLES: Readonly<Record<Role, Mix>> = {
  drums: placed(-18, 0, 30, 0.35, 0, 0, 0, 3),
  bass: placed(-20, 0, 32, 0.02, 0, 2.5, 4, 3),
  chords: placed(-23, 0, 150, 0.3, 0, 1, 6, 5),
  pad: placed(-26, 0, 180, 0.45, 0, 1.5, 0, 6),
  arp: placed(-25, 0.1, 200, 0.35, 0.25, 1, 0, 3),
  lead: placed(-21, 0, 180, 0.4, 0.25, 0, 8, 6),
  texture: placed(-29, 0, 250, 0.6, 0.2, 0, 0, 10),
};

const SOUND: Sound = {
  roomSeconds: 1.8,
  roomDamping: 0.45,
  roomLevel: 0.55,
  echoBeats: 0.75,
  echoFeedback: 0.45,
  echoLevel: 0.5,
  warmth: 1,
  crackle: 0,
  hiss: 0,
  range: 4,
  width: -9.5,
  body: 0,
  air: -17,
  tilt: -6,
  bass: 6,
  crest: 12,
  opening: 5,
};

/** Seconds after the last bar: for the last chord to ring, or for the room alone. */
export const tailOf = (ending: Ending = 'ritard'): number =>
  ending === 'fade' ? 0.4 : ending === 'stop' ? 1 : 3;

/** Writes the score. Pure: the same brief and seed give the same score. */
export function compose(brief: Brief, seed: number): Score {
  const { world } = brief;
  const random = createRandom(seed).fork(world.name);
  const bpm = brief.bpm ?? Math.round(random.fork('tempo').between(world.tempo[0], world.tempo[1]));
  const key = parseKey(brief.key ?? random.fork('key').pick(world.keys));
  const chords = drawChords(world, random.fork('chords'));
  const themes = createThemes(world, random);
  const plans = typeof world.parts === 'function' ? world.parts(random.fork('parts')) : world.parts;
  const beats = world.form.reduce((sum, [, bars]) => sum + bars * world.beatsPerBar, 0);
  const parts = Object.entries(plans).map(([name, plan]) => createPart(name, plan));
  const sections = writeSections({ world, bpm, key, chords, themes, plans, random, seed }, parts);
  untangle(parts);
  const { ending = 'ritard' } = world;
  const ritardBeats = world.ritard?.beats ?? world.beatsPerBar;
  const finalBeat = beats - world.beatsPerBar;
  return {
    title: random.fork('title').pick(world.titles),
    artist: random.fork('artist').pick(world.artists),
    genre: world.genre,
    world: world.name,
    key: key.name,
    bpm,
    beatsPerBar: world.beatsPerBar,
    seed,
    swing: world.swing?.share ?? 0.5,
    swingUnit: world.swing?.unit ?? 0.5,
    sections,
    parts: parts.filter((part) => eventsOf(part).length > 0),
    ritard: [finalBeat - ritardBeats, finalBeat],
    ritardAmount: ending === 'ritard' ? (world.ritard?.amount ?? 0.18) : 0,
    ending,
    start: parts.flatMap(eventsOf).reduce((first, event) => Math.min(first, startOf(event, bpm)), beats),
    beats,
    tail: tailOf(ending),
    tuning: world.tuning && rotate(world.tuning, key.tonic),
    sound: { ...SOUND, ...recordOf(world.genre), ...world.sound },
  };
}

/** Seconds of the consonants before a vowel. */
const CONSONANTS = 0.25;
const startOf = (event: Note | Hit, bpm: number) =>
  event.beat - ('sung' in event ? (CONSONANTS * bpm) / 60 : 0);
const eventsOf = (part: Part): readonly (Note | Hit)[] => ('notes' in part ? part.notes : part.hits);

/** Cents by degree above the tonic -> cents by pitch class, C first. */
function rotate(degrees: readonly number[], tonic: number): number[] {
  return Array.from({ length: 12 }, (_, pitchClass) => degrees[(pitchClass - tonic + 12) % 12]!);
}

/** Alike up to this much, a written verse gives way to one that is made for the hook. */
const ALIKE = 0.5;

/** The song's tunes: a broad hook, a bridge, and a verse of its own that is denser than the hook. */
function createThemes({ themes, beatsPerBar }: World, random: Random): Map<string, Theme> {
  const create = (name: string) => createTheme(themes[name]!, beatsPerBar, random.fork(`theme/${name}`));
  const created = new Map(Object.keys(themes).map((name) => [name, create(name)]));
  const hook = broaden(created.get('hook')!, beatsPerBar);
  created.set('hook', hook);
  const verse = created.get('verse');
  const phrase = 2 * beatsPerBar;
  if (!verse || likeness(onsets(verse.notes, phrase), onsets(hook.notes, phrase)) > ALIKE)
    created.set('verse', writeVerse(hook, beatsPerBar, random.fork('theme/verse')));
  return created;
}

function drawChords(world: World, random: Random): Map<string, string> {
  return new Map(
    Object.entries(world.chords).map(([name, options]) => [
      name,
      typeof options === 'string' ? options : random.pick(options),
    ]),
  );
}

function createPart(name: string, plan: PartPlan): Part {
  const common = {
    name,
    role: plan.role,
    mix: { ...ROLES[plan.role], ...plan.mix },
    inserts: plan.inserts ?? [],
  };
  if ('kit' in plan)
    return { ...common, instrument: name === 'drums' ? 'drums' : 'percussion', kit: plan.kit, hits: [] };
  const voice = plan.voice();
  return { ...common, instrument: voice.name ?? name, voice, notes: [] };
}

type Song = {
  world: World;
  bpm: number;
  key: Key;
  chords: Map<string, string>;
  themes: Map<string, Theme>;
  plans: Readonly<Record<string, PartPlan>>;
  random: Random;
  seed: number;
};

function writeSections(song: Song, parts: Part[]): ScoreSection[] {
  const { world } = song;
  const visits = new Map<string, number>();
  const memories = new Map(parts.map((part) => [part.name, new Map<string, number[]>()]));
  const written: ScoreSection[] = [];
  const { ending = 'ritard', lift = 0 } = world;
  // The last chord is held through the tail and fades with it.
  const held = ending === 'stop' ? 0.5 : world.beatsPerBar + (tailOf(ending) * song.bpm) / 60;
  const lifts = world.form.map(([name, , , , , label = name]) => label).lastIndexOf('hook');
  let beat = 0;
  for (const [index, section] of world.form.entries()) {
    const [name, bars, chordName, energy, , label = name] = section;
    const keyAt = (row: number) => (row >= lifts ? higher(song.key, lift) : song.key);
    const key = keyAt(index);
    const spans = readChords(chordsNamed(song, chordName), key, bars, world.beatsPerBar);
    const following = world.form[index + 1];
    const next = following ? firstChord(song, following, keyAt(index + 1)) : spans.at(-1)!.chord;
    const visit = visits.get(label) ?? 0;
    visits.set(label, visit + 1);
    const heard = new Map<string, Note[]>();
    const closes = index === world.form.length - 1 && ending !== 'fade';
    const entries = readEntries(section, song.plans);
    // Parts write in the table's order, not the form's, so that answers hear their call.
    for (const part of parts) {
      const entry = entries.get(part.name);
      if (!entry) continue;
      const plan = song.plans[part.name]!;
      const view: Section = {
        name,
        bars,
        beatsPerBar: world.beatsPerBar,
        beats: bars * world.beatsPerBar,
        visit,
        energy,
        key,
        chords: spans,
        next,
        variant: entry.variant,
        following: following?.[5] ?? following?.[0] ?? '',
        first: index === 0,
        seed: song.seed,
        label,
        random: song.random.fork(`${part.name}/${index}`),
        theme: (theme) => {
          const found = song.themes.get(theme);
          if (!found) throw new Error(`${world.name}: no theme ${theme}`);
          return found;
        },
        // Where somebody sings, who answers the lead answers the voice.
        heard: (other) => heard.get(other) ?? heard.get('voice') ?? [],
        memory: memories.get(part.name)!,
      };
      const [from, to] = [
        (entry.from - 1) * world.beatsPerBar,
        Math.min(entry.to * world.beatsPerBar, view.beats - (closes ? world.beatsPerBar : 0)),
      ];
      if ('kit' in part && 'kit' in plan) {
        const hits = plan.play(view).filter((hit) => hit.beat >= from - 0.26 && hit.beat < to - 0.001);
        if (closes) hits.push(...lastHits(part.kit, to, energy, ending === 'stop'));
        for (const hit of hits) part.hits.push({ ...hit, beat: Math.max(0, hit.beat + beat) });
      } else if ('voice' in part && 'voice' in plan) {
        const played = plan.play(view);
        const notes = (
          part.role === 'lead' ? breathe(played, part.instrument, view.random.fork('breath')) : played
        )
          .filter((note) => note.beat >= from - 0.26 && note.beat < to - 0.02 && note.length > 0.02)
          .map((note) => ({ ...note, length: Math.min(note.length, to - note.beat) }));
        if (closes) notes.push(...lastNotes(part, notes, spans.at(-1)!.chord, to, held));
        heard.set(part.name, notes);
        for (const note of notes) part.notes.push({ ...note, beat: Math.max(0, note.beat + beat) });
      }
    }
    written.push({ name: label, beat, beats: bars * world.beatsPerBar, energy });
    beat += bars * world.beatsPerBar;
  }
  return written;
}

/** Moves lead notes a semitone from a held chord tone to the nearest chord tone, towards the note before. */
function untangle(parts: readonly Part[]): void {
  const notesOf = (roles: readonly Role[]) =>
    parts
      .flatMap((p) => ('notes' in p && roles.includes(p.role) ? [p.notes] : []))
      .map((notes) => [...notes].sort((a, b) => a.beat - b.beat));
  const beds = notesOf(['chords', 'pad', 'bass'])
    .flat()
    .sort((a, b) => a.beat - b.beat);
  const longest = beds.reduce((most, { length }) => Math.max(most, length), 0);
  for (const notes of notesOf(['lead', 'arp', 'texture'])) {
    let first = 0;
    for (const [at, note] of notes.entries()) {
      while (first < beds.length && beds[first]!.beat + longest <= note.beat) first++;
      if (note.length < 0.3) continue;
      const under: Note[] = [];
      for (let i = first; i < beds.length && beds[i]!.beat < note.beat + note.length * 0.7; i++)
        if (beds[i]!.beat + beds[i]!.length > note.beat + 0.12) under.push(beds[i]!);
      const rubs = (pitch: number) => under.some((bed) => [1, 13].includes(Math.abs(bed.pitch - pitch)));
      if (!rubs(note.pitch)) continue;
      const classes = new Set(under.map((bed) => bed.pitch % 12));
      const way = Math.sign((notes[at - 1] ?? note).pitch - note.pitch) || -1;
      const options = [1, 2, 3, 4].flatMap((move) => [note.pitch + way * move, note.pitch - way * move]);
      note.pitch = options.find((pitch) => classes.has(pitch % 12) && !rubs(pitch)) ?? note.pitch;
    }
  }
}

function chordsNamed(song: Song, name: string): string {
  const text = song.chords.get(name);
  if (!text) throw new Error(`${song.world.name}: no chords ${name}`);
  return text;
}

function firstChord(song: Song, [, , name]: FormSection, key: Key): Chord {
  return parseChord(chordsNamed(song, name).split('|')[0]!.trim().split(/\s+/)[0]!, key);
}

/** The same key, so many semitones higher. */
const higher = (key: Key, semitones: number): Key => ({ ...key, tonic: (key.tonic + semitones) % 12 });

function readEntries([name, bars, , , parts]: FormSection, plans: Readonly<Record<string, PartPlan>>) {
  const entries = new Map<string, { variant: string; from: number; to: number }>();
  for (const text of parts.trim().split(/\s+/)) {
    const match = /^(\w+)(?::(\w+))?(?:@(\d+)(?:-(\d+))?)?$/.exec(text);
    if (!match || !plans[match[1]!]) throw new Error(`Section ${name}: no part ${text}`);
    entries.set(match[1]!, {
      variant: match[2] ?? '',
      from: Number(match[3] ?? 1),
      to: Number(match[4] ?? bars),
    });
  }
  return entries;
}

/** Writes the last bar: one held chord, shared by the parts. */
function lastNotes(part: Part, before: readonly Note[], chord: Chord, beat: number, length: number): Note[] {
  const center = before.length ? before.reduce((sum, note) => sum + note.pitch, 0) / before.length : 60;
  const velocity = 0.62;
  switch (part.role) {
    case 'bass':
      return [
        { beat, length, pitch: nearest(chord.root, Math.max(33, Math.min(43, center))), velocity: 0.75 },
      ];
    case 'lead': {
      const near = before.at(-1)?.pitch ?? center;
      const tone = [chord.tones[0]!, chord.tones[1]!, chord.tones[2]!]
        .map((t) => nearest(t, near))
        .sort((a, b) => Math.abs(a - near) - Math.abs(b - near))[0]!;
      return [{ beat, length, pitch: tone, velocity }];
    }
    case 'arp':
      return voiceChord(chord, null, { center: Math.round(center) }).map((pitch, i) => ({
        beat: beat + Math.min(0.18, length / 8) * i,
        length: length - Math.min(0.18, length / 8) * i,
        pitch,
        velocity: velocity * 0.9,
      }));
    case 'chords':
    case 'pad':
      return voiceChord(chord, null, { center: Math.round(center) }).map((pitch, i) => ({
        beat: beat + i * 0.035,
        length: length - i * 0.035,
        pitch,
        velocity,
      }));
    default:
      return [];
  }
}

function lastHits(kit: Record<string, unknown>, beat: number, energy: number, stops: boolean): Hit[] {
  const ringing = energy > 0.5 && kit.crash ? 'crash' : kit.ride ? 'ride' : 'open';
  const pieces = ['kick', stops ? 'snare' : ringing];
  return pieces
    .filter((piece) => kit[piece])
    .map((piece) => ({ beat, piece, velocity: 0.4 + 0.35 * energy }));
}
