import type { Arrangement } from '../arranging/arrange.ts';
import { outroBars, type Plan, type Role, secondsOf, type Take } from '../arranging/form.ts';
import type { Note } from '../score.ts';
import type { FormSection, PartPlan, World } from '../world.ts';
import { melody } from '../writing/melody.ts';
import { chordAt, type Section, type Theme } from '../writing/section.ts';
import { voiceChord } from '../writing/theory.ts';
import type { Casting, Words } from './lyrics.ts';
import { isVowel } from './sing.ts';
import type { Line } from './words.ts';

/** The words of a section: its lines, each of so many bars. */
type Verse = {
  role: Role;
  lines: readonly Line[];
  bars: number;
  /** Beats of a syllable at most, the last of a line aside. */
  slowest: number;
};

/** A song's form, the words of its sections by their name and count, and how many lines there is no room for. */
export type Setting = { plan: Plan; verses: Map<string, (Verse | undefined)[]>; left: number };

/** Seconds of a syllable at least and at most, in hooks and elsewhere: slower singing is not understood. */
const PACE = { hook: [0.29, 0.55], other: [0.23, 0.42] } as const;
/** Seconds after a line. */
const REST = 0.8;

/** Gives a part of the lyrics as few bars a line as let the longest be said. */
function setVerse({ role, lines }: Words['stanzas'][number], bar: number, beat: number): Verse {
  const longest = Math.max(...lines.map(({ phones }) => phones.flat().filter(isVowel).length));
  const [fastest, slowest] = PACE[role === 'hook' ? 'hook' : 'other'];
  const bars = [bar > 2.6 ? 1 : 2, 2, 4].find((bars) => longest * fastest <= bars * bar - REST) ?? 8;
  return { role, lines, bars, slowest: slowest / beat };
}

/**
 * The form that lyrics ask for, as much of it as lasts at most `longest` seconds. Where it is shorter than `seconds`, the band
 * plays between hooks that come back.
 */
export function setLyrics(
  { stanzas }: Words,
  {
    take,
    world,
    bpm,
    seconds,
    longest,
  }: { take: Take; world: World; bpm: number; seconds: number; longest: number },
): Setting {
  const bar = (60 * world.beatsPerBar) / bpm;
  const unit = bar > 2.2 ? 2 : 4;
  type Step = { role: Role; bars: number; verse?: Verse };
  const alone = (role: Role, bars: number): Step => ({ role, bars: unit * Math.ceil(bars / unit) });
  const sung = (verse: Verse): Step => ({ ...alone(verse.role, verse.lines.length * verse.bars), verse });
  const outro: Step = { role: 'outro', bars: outroBars(world, bar) };
  const fits = (steps: readonly Step[], most: number) => secondsOf([...steps, outro], world, bpm) <= most;
  const verses = stanzas.map((stanza) => setVerse(stanza, bar, 60 / bpm));
  const hook = verses.find(({ role }) => role === 'hook');
  const steps = [alone('intro', unit)];
  const kept = verses.filter((verse, i) => {
    const fitting = steps.length === i + 1 && (i === 0 || fits([...steps, sung(verse)], longest));
    if (fitting) steps.push(sung(verse));
    return fitting;
  });
  // Take A opens with the hook.
  if (
    take === 'A' &&
    hook &&
    verses[0] !== hook &&
    fits([...steps, sung(hook)], Math.max(seconds, 0.8 * longest))
  )
    steps.splice(1, 0, sung(hook));
  const between: Role[] = kept.some(({ role }) => role === 'verse')
    ? ['bridge', 'break']
    : ['verse', 'bridge'];
  for (let i = 0; ; i++) {
    const next = between[i % 2]!;
    const back = hook ? sung(hook) : alone('hook', 16 / bar);
    // The first as long as there is room; then, rather than end early, a shorter way.
    const ways = [
      [alone(next, next === 'break' ? unit : 16 / bar), back],
      [alone('break', unit), back],
      [alone('hook', 12 / bar)],
    ];
    const isShort = fits(steps, seconds - 8);
    const more = ways.find((way, n) => (n === 0 || isShort) && fits([...steps, ...way], seconds + 8));
    if (!more) break;
    steps.push(...more);
  }
  const found = Map.groupBy(steps, ({ role }) => role as string);
  return {
    plan: [...steps, outro].map(({ role, bars }) => ({ role, bars })),
    verses: new Map([...found].map(([role, all]) => [role, all.map(({ verse }) => verse)])),
    left: verses.slice(kept.length).reduce((sum, { lines }) => sum + lines.length, 0),
  };
}

/** The lowest and highest pitch (MIDI) of each singer, and around which hooks lie. */
const RANGES = { slt: [55, 73, 64], rms: [43, 62, 52] } as const;
/** Semitones by which other parts lie lower. */
const LOWER: Partial<Readonly<Record<Role, number>>> = { verse: 4, pre: 2, bridge: 1 };

/** Lets a singer lead wherever there are words. */
export function addSinger(arrangement: Arrangement, { verses }: Setting, casting: Casting): Arrangement {
  const { world } = arrangement;
  const parts = world.parts as Record<string, PartPlan>;
  const visits = new Map<string, number>();
  const form = world.form.map((row): FormSection => {
    const [name, bars, chords, energy, entries, label = name] = row;
    const visit = visits.get(label) ?? 0;
    visits.set(label, visit + 1);
    if (!verses.get(label)?.[visit]) return row;
    const players = entries.trim().split(/\s+/);
    const others = players.filter((entry) => parts[entry.split(/[:@]/)[0]!]?.role !== 'lead');
    return [name, bars, chords, energy, ['voice', ...others].join(' '), label];
  });
  const { singer } = casting;
  const voice: PartPlan = {
    role: 'lead',
    voice: () => ({ name: 'synthetic voice', singer, stereo: false, sound: () => 0 }),
    mix: { highpass: 110, reverb: 0.12, echo: 0.04 },
    play: (s) => {
      const verse = verses.get(s.label)?.[s.visit];
      return verse ? setWords(s, verse, casting) : [];
    },
  };
  return { ...arrangement, world: { ...world, form, parts: { voice, ...parts } } };
}

/** Writes the tune of a section's words: the shape of its theme, in their rhythm. */
function setWords(
  section: Section,
  { lines, bars, role, slowest }: Verse,
  { singer, robot }: Casting,
): Note[] {
  const beats = bars * section.beatsPerBar;
  const theme = section.theme(role === 'pre' ? 'verse' : role);
  const [low, high, center] = RANGES[singer];
  const machine = robot === 'always' || (robot === 'hooks' && role === 'hook');
  const fitting = lines.slice(0, Math.max(1, Math.floor(section.beats / beats)));
  return fitting.flatMap((line, i) => {
    const from = i * beats;
    const chords = section.chords.map((span) => ({ ...span, beat: span.beat - from }));
    const view = { ...section, beats, chords };
    const tune = inRhythm(line, theme, beats, section.beatsPerBar, slowest);
    const turn = i % 2 === 1 || i === fitting.length - 1 ? 'answer' : 'state';
    const notes = melody(view, tune, turn, { center: center - (LOWER[role] ?? 0), ornaments: 0, gate: 1 });
    return notes.slice(0, tune.notes.length).map((note, at): Note => {
      let { pitch } = note;
      while (pitch > high) pitch -= 12;
      while (pitch < low) pitch += 12;
      const chord = machine ? voiceChord(chordAt(view, note.beat), null, { center: 57 }) : undefined;
      return { ...note, pitch, beat: note.beat + from, sung: { line, at, chord } };
    });
  });
}

/** Words that are seldom stressed. */
const WEAK = new Set(
  "a an the of to in on at by for from and or but as if so than that is are was were be been am i'm it it's i me my you your we us our he his she her they them this with will can do have has had not no oh".split(
    ' ',
  ),
);
const LONG = /^(aa|ae|ao|aw|ay|er|ey|iy|ow|oy|uw)$/;

/** Stress of each syllable of a line, 0 to 1, and the length it favors against others. */
function weigh({ words, phones }: Line) {
  return words.flatMap(({ said }, i) => {
    const vowels = phones[i]!.filter(isVowel);
    const strong = Math.max(
      0,
      vowels.findIndex((vowel) => vowel !== 'ax'),
    );
    return vowels.map((vowel, k) => ({
      stress: WEAK.has(said) || vowel === 'ax' ? 0.15 : k === strong ? 1 : 0.45,
      size: LONG.test(vowel) ? 1.2 : vowel === 'ax' ? 0.8 : 1,
    }));
  });
}

/** A theme in the rhythm of words: stressed syllables on strong beats, long vowels on long notes, and a rest after them. */
function inRhythm(line: Line, theme: Theme, beats: number, beatsPerBar: number, slowest: number): Theme {
  const syllables = weigh(line);
  const room = beats - Math.min(beats / 4, 2);
  const grid = syllables.length > room * 1.5 ? 0.25 : 0.5;
  const slots = Math.round(room / grid);
  const count = Math.min(syllables.length, slots);
  const usual = Math.min(slowest, room / (count + 0.5));
  const under = (slot: number) =>
    theme.notes.findLast(({ beat }) => beat <= ((slot * grid) % theme.beats) + 0.01) ?? theme.notes[0]!;
  const strength = (beat: number) =>
    beat % beatsPerBar === 0 ? 1 : beat % 2 === 0 ? 0.8 : beat % 1 === 0 ? 0.55 : beat % 0.5 === 0 ? 0.2 : 0;
  const place = (i: number, slot: number) =>
    (0.5 - 1.5 * syllables[i]!.stress) * strength(slot * grid) -
    (Math.abs(under(slot).beat - ((slot * grid) % theme.beats)) < 0.01 ? 0.35 : 0);
  const step = (i: number, slots: number) =>
    1.2 * Math.log2((slots * grid) / (usual * syllables[i]!.size)) ** 2;
  // The cheapest way to each slot, one syllable after the other.
  let ways = Array.from({ length: slots }, (_, slot) => ({
    cost: place(0, slot) + 0.4 * slot * grid,
    way: [slot],
  }));
  for (let i = 1; i < count; i++) {
    const before = ways;
    ways = before.map((_, slot) => {
      let best = { cost: Number.POSITIVE_INFINITY, way: [slot] };
      for (let k = i - 1; k < slot; k++) {
        const cost = before[k]!.cost + step(i - 1, slot - k);
        if (cost < best.cost) best = { cost, way: before[k]!.way };
      }
      return { cost: best.cost + place(i, slot), way: [...best.way, slot] };
    });
  }
  const { way } = ways.reduce((best, one) => (one.cost < best.cost ? one : best));
  const notes = way.map((slot, i) => {
    const next = way[i + 1] ?? slot + Math.max(usual, 1.5) / grid;
    const length = Math.min((next - slot) * grid, beats - slot * grid, 3);
    return { ...under(slot), beat: slot * grid, length, velocity: 0.6 + 0.3 * syllables[i]!.stress };
  });
  return { ...theme, beats, notes };
}
