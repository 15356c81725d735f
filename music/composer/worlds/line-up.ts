import { playGroove } from '../arranging/drums.ts';
import type { Mix, Note, Sound } from '../score.ts';
import type { Kit } from '../sound/drums.ts';
import type { Insert } from '../sound/inserts.ts';
import type { Voice } from '../sound/voice.ts';
import type { VoiceName } from '../sound/voices.ts';
import type { FormSection, PartPlan, World } from '../world.ts';
import { bassLine } from '../writing/bass.ts';
import { arpeggio, comp, pad, type VoicingOptions } from '../writing/chords.ts';
import type { Feel } from '../writing/grooves.ts';
import { improvise, type SoloOptions } from '../writing/improvise.ts';
import { answer, type MelodyOptions, melody } from '../writing/melody.ts';
import type { Section } from '../writing/section.ts';

type Player = { voice: () => Voice; mix?: Partial<Mix>; inserts?: readonly Insert[] };
type Rhythm = string | readonly string[];

/** A band by its players; the usual form and the usual ways of playing are filled in. */
export type LineUp = {
  name: string;
  genre: string;
  tempo: readonly [number, number];
  keys: readonly string[];
  swing?: World['swing'];
  feel: Feel;
  kit: Kit;
  drums?: Partial<Mix>;
  /** 'a' for verses, 'b' for the bridge, 'hook', 'break' and 'end'. */
  chords: World['chords'];
  /** 'hook' and 'bridge'. */
  themes: World['themes'];
  bass: Player & { verse: Rhythm; hook: Rhythm; center?: number };
  chordsPlayer: Player & {
    verse: Rhythm;
    hook: Rhythm;
    options?: VoicingOptions & { strum?: number; short?: number; split?: boolean };
  };
  pad: Player & { options?: VoicingOptions };
  arp: Player & { order: readonly number[]; rate?: number; rhythm?: string; center?: number; gate?: number };
  lead: Player & { options?: MelodyOptions };
  /** Who answers the lead. */
  counter: Player & { options?: MelodyOptions };
  /** Who plays in the break and the bridge: improvises, or sings the bridge's theme. */
  solo: Player & { options?: SoloOptions; improvises?: boolean };
  sound: Partial<Sound>;
  ritard?: World['ritard'];
  leads: readonly [VoiceName, VoiceName, VoiceName];
  titles: readonly string[];
  artists: readonly string[];
};

/** Makes a world of a line-up. */
export function band(line: LineUp): World {
  const { feel, kit, bass, chordsPlayer, arp, lead, counter, solo } = line;
  const full = (s: Section) => s.variant === 'full';
  const parts: Record<string, PartPlan> = {
    drums: { role: 'drums', kit, ...mixOf(line.drums), play: (s) => playGroove(s, kit, feel, 0) },
    bass: {
      role: 'bass',
      ...player(bass),
      play: (s) => bassLine(s, full(s) ? bass.hook : bass.verse, { center: bass.center ?? 38 }),
    },
    pad: {
      role: 'pad',
      ...player(line.pad),
      play: (s) => pad(s, { center: 60, open: true, ...line.pad.options }),
    },
    keys: {
      role: 'chords',
      ...player(chordsPlayer),
      play: (s) => comp(s, full(s) ? chordsPlayer.hook : chordsPlayer.verse, chordsPlayer.options),
    },
    arp: {
      role: 'arp',
      ...player(arp),
      play: (s) =>
        arpeggio(s, arp.order, {
          rate: arp.rate ?? 0.25,
          center: arp.center ?? 69,
          gate: arp.gate ?? 0.7,
          ...(arp.rhythm ? { rhythm: arp.rhythm } : {}),
        }),
    },
    lead: { role: 'lead', ...player(lead), play: (s) => sing(s, lead.options) },
    counter: {
      role: 'arp',
      ...player(counter),
      play: (s) => answer(s, 'lead', s.theme('hook'), { center: 67, ...counter.options }),
    },
    solo: {
      role: 'lead',
      ...player(solo),
      play: (s) =>
        solo.improvises
          ? improvise(s, { center: 74, ...solo.options })
          : melody(s, s.theme('bridge'), 'state develop state answer', { center: 76, ...solo.options }),
    },
  };
  const { name, genre, tempo, keys, chords, themes, sound, leads, titles, artists } = line;
  return {
    name,
    genre,
    tempo,
    keys,
    beatsPerBar: 4,
    ...(line.swing ? { swing: line.swing } : {}),
    chords,
    themes,
    feel,
    leads,
    form: usualForm(tempo),
    parts,
    sound,
    ...(line.ritard ? { ritard: line.ritard } : {}),
    titles,
    artists,
  };
}

function player({ voice, mix, inserts }: Player) {
  return { voice, ...mixOf(mix), ...(inserts ? { inserts } : {}) };
}

function mixOf(mix: Partial<Mix> | undefined) {
  return mix ? { mix } : {};
}

function sing(s: Section, options: MelodyOptions | undefined): Note[] {
  const turns =
    s.variant === 'end'
      ? 'thin return'
      : s.variant === 'high'
        ? 'state lift answer return'
        : 'state answer state return';
  const center = (options?.center ?? 73) + (s.variant === 'high' ? 3 : 0);
  return melody(s, s.theme('hook'), turns, { ...options, center });
}

/** The form that is written down, for the tests and as scenes for the arranger; about 70 s at any tempo. */
function usualForm([slow, fast]: readonly [number, number]): FormSection[] {
  const half = slow + fast < 230 ? 0.5 : 1;
  const bars = (n: number) => Math.max(2, n * half);
  return [
    ['intro', bars(4), 'a', 0.6, 'pad arp keys@2'],
    ['A', bars(8), 'a', 0.82, 'drums bass keys lead'],
    ["A'", bars(4), 'a', 0.9, 'drums bass keys pad lead counter'],
    ['B', bars(8), 'b', 0.94, 'drums bass:full pad keys solo'],
    ['break', bars(4), 'break', 0.58, 'drums pad arp solo'],
    ["A''", bars(8), 'hook', 1, 'drums bass:full keys:full pad arp lead:high counter'],
    ['end', bars(4), 'end', 0.74, 'drums bass keys pad lead:end'],
  ];
}
