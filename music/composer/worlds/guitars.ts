import type { Note } from '../score.ts';
import { drive } from '../sound/drive.ts';
import { kitAcoustic } from '../sound/drums.ts';
import { chorus, eq, type Insert } from '../sound/inserts.ts';
import * as play from '../sound/instruments.ts';
import { arpeggio } from '../writing/chords.ts';
import { chordAt, readRhythm, type Section } from '../writing/section.ts';
import { nearest } from '../writing/theory.ts';
import { band, improvised } from './line-up.ts';

const { with_ } = play;

/** A darker, fuller loudspeaker than the amplifier's own: weight below, the bite at 2.7 kHz tamed. */
const CABINET: readonly Insert[] = [
  eq('peak', 180, 0.5, 8),
  eq('peak', 850, 0.6, -5),
  eq('peak', 2700, 0.7, -5),
];

const driven = (gain: number, tone: number, ...inserts: readonly Insert[]) =>
  with_(play.overdrivenGuitar({ gain, tone }), ...inserts);

/** Root, fifth and octave on the low strings; 'o' is damped with the palm. Distortion wants no thirds down there. */
const power =
  (center: number) =>
  (section: Section, patterns: string): Note[] =>
    readRhythm(section.random.pick(patterns.split(' / ')), section.beatsPerBar, section.beats).flatMap(
      (step) => {
        const chord = chordAt(section, step.beat);
        let root = nearest(chord.bass, center);
        if (root < 40) root += 12;
        const muted = step.mark === 'o';
        const fifth = chord.bass === chord.root ? 7 : 5;
        return [0, fifth, 12].slice(0, muted ? 2 : 3).map((interval, i) => ({
          beat: step.beat + i * 0.008,
          length: muted ? 0.16 : step.length * 0.97,
          pitch: root + interval,
          velocity: (muted ? 0.5 : 0.55 + 0.35 * step.velocity) * section.random.between(0.92, 1.05),
        }));
      },
    );

/** Four people in a room: two clean guitars pick against each other, and the chorus steps on the pedal. */
export const indieRock = band({
  name: 'indie-rock',
  genre: 'rock:indie-rock',
  tempo: [136, 148],
  keys: 'E major, A major, D major, G major, B major, C major',
  feel: 'rock',
  kit: kitAcoustic,
  drums: { level: -18.5, reverb: 0.38, loose: 4 },
  chords: {
    a: 'Iadd9 | % | IVmaj7 | % | vi7 | % | IVmaj7 | Vsus4 / I | iii7 | vi7 | IVadd9 / vi7 | IVmaj7 | Iadd9 | Vsus4 / Iadd9 | IVadd9 | Iadd9 | iv6',
    b: 'ii7 | IV | bVII | V / bVI | bVII | I | V',
    hook: 'IV | I | V | vi / I | V | vi | IV / vi | IV | I | bVII / IV | V | vi | iii',
    break: 'ii7 | IV / bVI | bVII',
    end: 'IV | iv6 | Iadd9 | I',
  },
  themes: {
    verse:
      '3 - 5 - 5 3 - 2 | 1 - - - . . . 2 | 3 - 5 - 6 5 - 3 | 2 - - - . . 1 2 / . 5 5 6 5 - 3 - | . 5 5 6 8 - 5 - | . 5 5 6 5 - 3 - | 2 - 3 - - - . . / 8 - 7 5 - 3 5 - | - - . . . . 3 5 | 8 - 7 5 - 3 6 - | - 5 - - . . 3 5',
    hook: '8 - 8 - 9 - 10 - | - - 8 - - - . . | 6 - 6 - 8 - 9 - | - - 8 - - - . . / 5 - - 8 - - 7 8 | 9 - - - 5 - - - | 5 - - 8 - - 9 10 | 9 - 8 - - - . . / 10 10 - 9 8 - 9 - | 5 - - - - - . . | 10 10 - 9 8 - 11 - | 10 - - - 9 - - -',
    bridge: 'x-------x---x---|x-----------x--- / x---x---x-------|x-------x-------',
  },
  voices: {
    pickBass: () =>
      with_(
        play.pickBass(),
        eq('lowshelf', 180, 0.7, 2),
        eq('lowpass', 480, 0.6),
        drive({ amount: 1.6, bias: 0.2 }),
      ),
    cleanGuitar: () => with_(play.cleanGuitar(), eq('peak', 200, 0.5, 3), eq('highshelf', 5000, 0.7, 4)),
    secondCleanGuitar: () => with_(play.cleanGuitar(), eq('peak', 2500, 0.8, -4)),
    driven: () => driven(8, 4300, ...CABINET),
    padDriven: () => driven(6, 4900, ...CABINET),
    leadDriven: () =>
      driven(2.6, 5600, eq('peak', 2600, 0.7, -6), chorus({ rate: 0.5, depth: 1.4, mix: 0.25 })),
    counterCleanGuitar: () => with_(play.cleanGuitar(), eq('peak', 2500, 0.8, -6)),
    soloDriven: () => driven(7, 4600, eq('peak', 330, 0.6, 6), eq('peak', 2600, 0.7, -6)),
  },
  plays: {
    keys: (s) => arpeggio(s, [0, 2, 1, 3, 2, 4, 3, 1], { rate: 0.5, center: 60, gate: 2.2, velocity: 0.68 }),
    stabs: power(45),
    // The other side's pedal is off in intros and verses.
    pad: (s, text) => (/hook|bridge/.test(s.label) ? power(50)(s, text) : []),
  },
  players: `
    bass | pickBass / fingerBass | level -18, duck 1.5, late 2, center 36, gate 0.88
      | R-----r-R---5-a- / R---..r-R-r-..a- / R-..R-5-8---5-a- | R-r-R-r-R-r-R-a- / R-r-R-r-R-5-8-a- / R-r-R-r-5-r-R-a-
    keys | cleanGuitar / electricPiano / twelve-string guitar | level -22.5, pan -0.35, highpass 110, reverb 0.35, echo 0.18, late 2
    second | secondCleanGuitar / mutedGuitar / steelGuitar | level -25, pan 0.4, highpass 260, reverb 0.35, late 3, center 68, size 3, strum 0.012
      | x.x.x.xxx.x.x.x. / x--ox-x-.ox-x-xo | x-x-xox-xox-x-xo / x--ox-x-.ox-x-xo
    stabs | driven | level -22.5, pan -0.7, highpass 85, reverb 0.2, duck 0, late 3, loose 6
      | X-x-x-x-X-x-x-x- / X---x-x-X-x-x-x- / X-xoxoX-x-xoX-x-
    pad | padDriven | level -22.5, pan 0.7, highpass 95, reverb 0.2, duck 0, late 5, loose 6
      | X-x-x-x-X-x-x-x- / X-----x-X---x-x-
    lead | leadDriven | level -21.5, pan 0.08, reverb 0.4, echo 0.3, late 6, gate 1
    counter | counterCleanGuitar / organ / vibraphone | level -25, pan 0.4, highpass 260, reverb 0.35, center 69
    solo | soloDriven | level -21.5, reverb 0.4, echo 0.35, late 5, gate 1
  `,
  sound: { roomSeconds: 1.4, roomDamping: 0.4, echoFeedback: 0.3, echoLevel: 0.4, warmth: 1.4 },
  ritard: [4, 0.15],
  leads: ['electric guitar', 'clean guitar', 'organ'],
});

/** Fifths on the low strings, everything to the right of the dial; the tune has to shout. */
export const heavyRock = band({
  name: 'heavy-rock',
  genre: 'metal:heavy-metal',
  tempo: [128, 146],
  keys: 'E minor, D minor, A minor, C# minor, B minor',
  feel: 'rock',
  kit: kitAcoustic,
  drums: { level: -17.5, reverb: 0.32 },
  chords: {
    a: 'I5 | % | VI5 | VII5 / I5 | III5 | IV5 | VI5 / I5 | VII5 | VI5 | V5 / I5 | bII5 | I5 | VII5',
    b: 'VI5 | VII5 | I5 | I5 / IV5 | VI5 | VII5 | V5',
    hook: 'VI5 | VII5 | I5 | III5 / I5 | VI5 | III5 | VII5 / IV5 | VI5 | I5 | VII5',
    break: 'VI5 | V5',
    end: 'VI5 | VII5 | I5 | I5',
  },
  themes: {
    hook: 'x---x-x-x---x---|x---x-x--------- / x-x-x---x-x-x---|x-----x--------- / x--x--x-x--x--x-|x-------x-------',
    bridge: 'x-------x---x---|x-----------x--- / x---x---x-------|x-------x-------',
  },
  voices: {
    pickBass: () => with_(play.pickBass(), eq('lowshelf', 160, 0.7, 2), drive({ amount: 1.8 })),
    driven: () => driven(9, 4000, ...CABINET, eq('lowpass', 6500)),
    secondDriven: () => driven(8, 4400, ...CABINET, eq('lowpass', 6800)),
    leadDriven: () => driven(7, 4800, eq('peak', 2600, 0.7, -4)),
    organ: () => play.organ('888800000', { grit: 2.4 }),
    soloDriven: () => driven(8, 5000, eq('peak', 2600, 0.7, -3)),
  },
  plays: {
    keys: power(40),
    second: power(43),
    solo: improvised({ center: 76, density: 0.8 }),
  },
  players: `
    bass | pickBass / fingerBass | level -18.5, duck 1, center 33
      | R-r-R-r-R-r-R-r- / R-rrR-rrR-rrR-rr / R---R-r-R---R-a- | RrRrRrRrRrRrRrRr / R-r-R-r-R-r-5-a-
    keys | driven | level -20.5, pan -0.55, highpass 80, reverb 0.18, loose 4, duck 0
      | X-x-X-x-X-x-X-x- / X-ooX-ooX---X-o- / X--X--X-X-x-X--- / XoooXoooXoooXo-- | X---X-x-X---X-x- / X-X-X-X-X-X-X-X-
    second | secondDriven | level -21.5, pan 0.58, highpass 90, reverb 0.2, loose 5, duck 0, late 5
      | X-x-X-x-X-x-X-x- / X-ooX-ooX-o-X--- / X--X--X-X------- | X---X-x-X---X-x- / X-X-X-X-X---X-X-
    arp | cleanGuitar / twelve-string guitar / electricPiano | level -25, pan 0.3, reverb 0.4, echo 0.2, order 01213121, rate 0.5, center 62, gate 1.8
    lead | leadDriven | level -20.5, reverb 0.4, echo 0.3, center 71, gate 1
    counter | organ / stringSection / choir | level -25, pan -0.3, center 64
    solo | soloDriven | level -20.5, reverb 0.4, echo 0.35
  `,
  sound: { roomSeconds: 1.5, roomLevel: 0.5, warmth: 1.7 },
  leads: ['electric guitar', 'organ', 'strings'],
});

/** Three chords and the truth in triplets: the guitar says a line, the band nods. */
export const blues = band({
  name: 'blues',
  genre: 'blues',
  tempo: [96, 120],
  keys: 'E mixolydian, A mixolydian, G mixolydian, C mixolydian, D mixolydian',
  swing: { share: 0.66, unit: 0.5 },
  feel: 'shuffle',
  kit: kitAcoustic,
  drums: { level: -19, reverb: 0.3, late: 4, loose: 5 },
  chords: {
    a: 'I7 | IV7 | I7 | I7 | IV7 | IV7 | I7 | V7 / I7 | I7 | IV7 | IV7 | I7 | V7 | I7 | V7 / I7 | V7 | IV7 | IV7 | I7 | V7 | I7 | V7',
    b: 'IV7 | IV7 | I7 | I7 | II7 | II7 | V7 | V7 / IV9 | % | I7 | VI7 | II9 | V9 | I7 | V7',
    hook: 'IV7 | IV7 | I7 | I7 | V7 | IV7 | I7 | V7 / I7 | IV7 | I7 | I7 | V9 | IV9 | I7 | V7',
    break: 'I7 | V7',
    end: 'V7 | IV7 | I7 | I7',
  },
  themes: {
    hook: 'x.xxx---|..x.x--- / ..xxx.x-|x---.... / x.x.xxx-|....x---',
    bridge: 'x---x.x-|x---.... / x-x-x---|..x-x---',
  },
  voices: {
    uprightBass: () => with_(play.uprightBass(), eq('lowshelf', 120, 0.7, 1)),
    grandPiano: () => with_(play.grandPiano(), eq('highshelf', 4000, 0.7, 2)),
    organ: () => play.organ('888000000', { grit: 2 }),
    driven: () => driven(3.4, 5200, eq('peak', 2600, 0.7, -4)),
    soloDriven: () => driven(4.5, 5000, eq('peak', 2600, 0.7, -4)),
  },
  plays: { solo: improvised({ center: 73 }) },
  players: `
    bass | uprightBass / fingerBass / pickBass | level -20, duck 1, late 2, loose 5
      | R.R.5.6. / R.3.5.6. / R.R.3.5.|8.6.5.3. | R.3.5.6.|8.6.5.3. / Rr3.5.6a
    keys | grandPiano / honky-tonk piano / electricPiano | level -24, pan 0.3, reverb 0.3, late 6, center 60, size 3
      | ..x...x. / x..x..x. / .xx..xx. | x.xxx.xx / .xx.xxx.
    pad | organ / brassSection / accordion | level -27, reverb 0.35
    arp | cleanGuitar / mutedGuitar / jazz guitar | level -24, pan -0.4, reverb 0.25, order 0102, center 52, gate 0.6 | x.xxx.xx
    lead | driven | level -20.5, reverb 0.35, echo 0.15, late 12, loose 8, center 71, slides, ornaments 0.2
    counter | freeReed / saxophone / trumpet | level -23, pan 0.25, late 10, center 67
    solo | soloDriven | level -20.5, reverb 0.35, echo 0.2, late 12
  `,
  sound: { roomSeconds: 1.2, roomLevel: 0.5, echoBeats: 0.5, warmth: 1.6 },
  ritard: [4, 0.25],
  leads: ['electric guitar', 'melodica', 'grand piano'],
});
