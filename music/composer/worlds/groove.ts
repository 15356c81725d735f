import type { Note } from '../score.ts';
import { drive } from '../sound/drive.ts';
import { kick, kitAcoustic } from '../sound/drums.ts';
import { eq, tremolo } from '../sound/inserts.ts';
import * as play from '../sound/instruments.ts';
import { comp } from '../writing/chords.ts';
import type { Section } from '../writing/section.ts';
import { band, improvised } from './line-up.ts';

const { with_ } = play;

/** Lagos after midnight: one chord that walks to another and back while twelve people agree. */
export const afrobeat = band({
  name: 'afrobeat',
  genre: 'african:afrobeat',
  tempo: [110, 120],
  keys: 'A dorian, D dorian, G dorian, E dorian, C dorian',
  swing: { share: 0.52, unit: 0.25 },
  feel: 'afro',
  kit: kitAcoustic,
  drums: { level: -20.5, reverb: 0.28, loose: 4 },
  chords: {
    a: 'i9 | % | IV9 | i7 / i7 | % | i7 | v7 / i9 | IV9 | i9 | IV13',
    b: 'IV9 | % | i9 | % | bVI9 | V7#9 / v7 | IV9 | v7 | IV9 | bVImaj7 | V7#9',
    break: 'i7',
    end: 'i9 | IV9 | bVI9 V7#9 | i9',
  },
  themes: {
    hook: '1 . 1 3 . 4 . 5 | - - . . . . . . | 7 . 5 4 . 3 . 4 | 1 - - . . . . . / . 5 5 . 7 . 8 - | . . . . . . . . | . 5 5 . 7 . 8 7 | 5 4 3 1 - - . . / 8 - 7 . 5 . 7 - | - . . . . . . . | 8 - 7 . 5 . 4 - | 3 . 4 . 1 - - . / 8 . . 8 . . 10 - | - . 8 . 7 . 5 - | 8 . . 8 . . 10 - | 11 - 10 . 8 - - .',
    bridge: 'x--x--x-x-------|x-x---x--------- / x-----x---x-x---|x---x-x---------',
  },
  voices: {
    fingerBass: () => with_(play.fingerBass(), eq('lowshelf', 100, 0.7, 1)),
    mutedGuitar: () => with_(play.mutedGuitar(), eq('lowshelf', 500, 0.7, 2)),
    cleanGuitar: () => with_(play.cleanGuitar(), eq('highpass', 300)),
    organ: () => with_(play.organ('886400003', { grit: 2.2 }), tremolo({ rate: 6, depth: 0.15 })),
    brassSection: () => with_(play.brassSection(), drive({ amount: 1.5 })),
    choir: () => with_(play.choir('ah'), eq('highpass', 220), eq('peak', 1100, 0.9, 2)),
    saxophone: () => with_(play.saxophone(), drive({ amount: 1.4 })),
  },
  plays: { solo: improvised({ center: 71, density: 0.72, spice: 0.18, velocity: 0.82 }) },
  players: `
    bass | fingerBass / pickBass | level -19.5, duck 1, late 6, center 37, gate 0.86, velocity 0.84
      | R-..R.5...7.8-..|R-..R.5...7.5.R. / R..R..8-..7.5...|R..R..8-..5.7.a. / ..R-..R.5-..7.8.|..R-..R.8-7.5...
    arp | mutedGuitar / kora / cleanGuitar | level -23, pan -0.5, reverb 0.15, echo 0.06, late -2, order 02120131, center 61, gate 0.8
      | x.x.x.x.x.x.x.x.|x.x.x.x.x.xxx.x.
    second | cleanGuitar / mutedGuitar / jazz guitar | level -24.5, pan 0.5, reverb 0.2, echo 0.08, highpass 300, late 3, center 71, size 2, short 0.14
      | .x...x.x...x.x.x|.x...x.x...x.x.. / ..x..x.x..x..x.x|..x..x.x..x.x..x
    keys | organ / electricPiano / clavinet | level -25.5, pan 0.2, reverb 0.3, highpass 230, center 64, size 3, rootless, velocity 0.62
      | ..x...x...x.x--- / ......x-..x-....|..x...x-......x- / x--.....x--...x-
    lead | brassSection | level -20, pan -0.1, reverb 0.3, echo 0.08, late 9, loose 7, center 71, gate 0.84
    counter | choir / saxophone / trumpet | level -22.5, pan 0.08, reverb 0.4, echo 0.16, late 10, loose 9, center 66, harmony
    solo | saxophone | level -20, pan 0.12, reverb 0.34, echo 0.16, late 16, loose 9
  `,
  energies: [0.74, 0.84, 0.92, 0.9, 0.62, 1, 0.84],
  sound: { roomSeconds: 1.2, roomDamping: 0.5, echoLevel: 0.35, warmth: 1.4 },
  ritard: [2, 0.05],
  leads: ['brass', 'organ', 'clean guitar'],
});

/** The organ's bubble: left hand between the beats, right hand with the skank. */
function bubble(section: Section): Note[] {
  return [
    ...comp(section, '.o.x.o.x.o.x.o.x', { center: 55, size: 2, velocity: 0.62, short: 0.15 }),
    ...comp(section, '..x...x...x...x.', { center: 64, size: 3, velocity: 0.68, short: 0.2 }),
  ];
}

/** One drop: the first beat is left out, kick and rim fall together on two and four, the bass has the tune. */
export const rootsReggae = band({
  name: 'roots-reggae',
  genre: 'reggae-dub-ska:roots-reggae',
  tempo: [71, 78],
  keys: 'A minor, E minor, G minor, D minor, B minor, F# minor',
  swing: { share: 0.57, unit: 0.25 },
  feel: 'onedrop',
  kit: {
    ...kitAcoustic,
    kick: {
      ...kitAcoustic.kick!,
      level: 1,
      strike: kick({ from: 110, to: 50, decay: 0.3, click: 0.6, drive: 1.7 }),
    },
  },
  drums: { level: -20, reverb: 0.35, echo: 0.06, late: 4, loose: 5 },
  chords: {
    a: 'i | iv | i | v7 / i7 | VII | VI | VII / i | % | iv7 | v7 / i | III | VII | iv7',
    b: 'VI | VII | III | bII V / iv | i | bII | V7 / III | VII | iv7 | V',
    hook: 'i | VII | i | VII / VI | VII | i | i / i | iv | VII | i',
    break: 'i | % | iv7 | %',
    end: 'VI VII | i',
  },
  themes: {
    hook: '5 5 - 4 3 - 1 - | . . . . 1 3 4 3 | 5 5 - 4 3 - 4 - | 5 - - - . . . . / . 1 3 4 5 - 4 3 | 4 - 3 1 - - . . | . 1 3 4 5 - 7 5 | 4 - - - . . . . / 8 - 7 5 - 4 5 - | - - . . . . . . | 8 - 7 5 - 4 3 - | 1 - - - . . . .',
    bridge:
      '. 8 8 7 5 - - - | . 7 7 5 4 - - - | . 5 5 4 3 - 4 - | 5 - - - . . . . / 3 - 4 5 - - 8 - | 7 - 5 - - - . . | 3 - 4 5 - - 4 - | 5 - - - - - . .',
  },
  voices: {
    fingerBass: () =>
      with_(
        play.fingerBass(),
        eq('lowshelf', 150, 0.7, 3),
        drive({ amount: 1.3, bias: 0.15 }),
        eq('lowpass', 420),
      ),
    organ: () => play.organ('888000000', { click: 0.12, grit: 1.5 }),
    grandPiano: () => with_(play.grandPiano(), eq('highshelf', 3000, 0.7, 3)),
    padOrgan: () => play.organ('886400003', { fast: true, click: 0.03 }),
  },
  plays: {
    keys: bubble,
    air: (s) =>
      comp(s, '..x.............|......x.........', { center: 67, size: 3, short: 0.2, velocity: 0.8 }),
  },
  players: `
    bass | fingerBass | level -14, duck 1, highpass 30, late 10, loose 5, center 35, gate 0.82, velocity 0.85
      | ..R-R-3-....5-3-|..R-R-5-....3-a- / R--..r5-..3-....|R--..r5-..8-..a- / ..R-..R-5-3-R-..|..R-..R-5-3-..a- | R--R..3-5-..8.5.|R--R..3-5-..3.a. / R.R-..5-..3-R-..|R.R-..5-..8-5-a-
    second | mutedGuitar / cleanGuitar / jazz guitar | level -24, pan -0.35, highpass 380, reverb 0.3, echo 0.12, loose 4, center 67, size 3, strum 0.012, short 0.17
      | ..x...x...x...x. / ..x...x...x...xo / ..xo..x...xo..x.
    keys | organ / electricPiano / clavinet | level -22.5, pan 0.15, highpass 160, reverb 0.2, late 5, loose 4
    stabs | grandPiano / organ / brassSection | level -26, pan 0.3, highpass 300, reverb 0.3, loose 4, center 63, size 3, short 0.2
      | ..x...x...x...x.
    pad | padOrgan / stringSection / choir | level -27.5, pan -0.12, reverb 0.4, center 66, size 3
    lead | freeReed | level -21.5, pan 0.05, reverb 0.4, echo 0.3, late 16, loose 9, center 74
    counter | brassSection / saxophone / trumpet | level -22.5, pan -0.1, reverb 0.4, echo 0.15, late 8, loose 7, center 67, harmony
    solo | freeReed | level -21.5, pan 0.05, reverb 0.4, echo 0.4, late 16, loose 9
    air | mutedGuitar | level -23, pan 0.25, highpass 350, reverb 0.6, echo 0.9
  `,
  sound: { roomSeconds: 2.1, roomDamping: 0.6, echoFeedback: 0.58, echoLevel: 0.65, warmth: 1.4, hiss: 50 },
  ritard: [3, 0.18],
  leads: ['melodica', 'organ', 'trumpet'],
});

/** Everything waits for the one: clavinet left, scratch guitar right, horns over the top. */
export const funk = band({
  name: 'funk',
  genre: 'funk-disco:classic-funk',
  tempo: [100, 110],
  keys: 'E dorian, D dorian, A dorian, G dorian, C dorian',
  swing: { share: 0.545, unit: 0.25 },
  feel: 'funk',
  kit: {
    ...kitAcoustic,
    hat: { ...kitAcoustic.hat!, level: 0.2 },
    tambourine: { ...kitAcoustic.tambourine!, level: 0.18 },
  },
  drums: { level: -18, reverb: 0.22, late: 2 },
  chords: {
    a: 'i9 | % | IV13 | IV9 / i9 | IV9 | i9 | IV13 / i9 | % | i7 | IV9 V7#9',
    b: 'IIImaj9 | IV13 | IIImaj9 | ii7 V7#9 / bVImaj9 | VII13 | i9 | ii7 V7#9',
    break: 'i9 | %',
    end: 'i9 | IV13 | bVImaj9 V7#9 | i9',
  },
  themes: {
    hook: '. . . . 5 . 5 7 . 8 - . . . . . | . . . . 10 - 9 . 8 . 7 5 - - . . | . . . . 5 . 5 7 . 8 - . . . . . | . . 5 . 4 . 3 . 1 - - - . . . . / 8 . . 8 . . 7 . 5 - . . . . . . | . . 4 . b5 . 5 . 7 - - - . . . . | 8 . . 8 . . 7 . 5 - . . . . . . | . . 4 . 3 . 1 . 3 - 1 - . . . . / . . 1 . 3 . 4 . 5 - - . 7 . 5 . | 4 - . . 3 . 1 - - . . . . . . . | . . 1 . 3 . 4 . 5 - - . 7 . 8 . | 10 - . . 9 . 8 - - - - . . . . .',
    bridge:
      '5 - - - - - 4 5 | 6 - - - 5 - 3 - | 5 - - - - - 7 8 | 9 - - - 7 - 5 - / 8 - - 7 - - 5 - | 6 - - - - - - - | 8 - - 7 - - 10 - | 9 - - - - - - .',
  },
  voices: {
    brassSection: () => with_(play.brassSection(), drive({ amount: 1.5 })),
    organ: () => play.organ('808600002', { fast: true, grit: 1.8 }),
    leadBrassSection: () => with_(play.brassSection(), drive({ amount: 1.4 }), eq('highshelf', 5200, 0.7, 2)),
    saxophone: () => with_(play.saxophone(), drive({ amount: 1.3 })),
  },
  players: `
    bass | fingerBass / slapBass / analogBass | level -19, duck 1, late 3, center 36, gate 0.8, velocity 0.86
      | R-.R..8...7.5.7.|R-.o..R.o.57.8.a / R..8.oR.R-.5..7.|R..8.oR.5.7.8.a. / R-...oR..8.7..5.|R-...oR.7-5.oR.a
    keys | clavinet / electricPiano / organ | level -22.5, pan -0.42, reverb 0.14, highpass 220, late 2, center 62, size 3, rootless, short 0.17
      | X.ox.ox..ox.x.ox|x.ox.ox.o.x.xox. / x.xo.xo.x.xo.xox|X..ox.ox.ox..xox / Xo.xo.x.Xo.x.ox.|x.ox.o.x.ox.x.xo
    second | mutedGuitar / cleanGuitar | level -25.5, pan 0.48, reverb 0.16, highpass 320, center 70, size 3, rootless, short 0.12, strum 0.008
      | ooXoooxoooXooxoo / oXooXooxooXoooXo
    stabs | brassSection / saxophone / stringSection | level -22, pan -0.1, reverb 0.26, late 4, center 68, size 4, rootless, velocity 0.84, short 0.2
      | ......X.........|..........X..X.. / X.............X.|......X...X-....
    pad | organ / stringSection / analogPad | level -27, pan 0.12, reverb 0.25, highpass 260, center 66, size 3, rootless
    lead | leadBrassSection | level -20, pan -0.06, reverb 0.28, echo 0.05, late 6, loose 5, gate 0.82
    counter | saxophone / trumpet / flute | level -22, pan 0.16, reverb 0.3, echo 0.12, late 12, loose 7, center 69
    solo | saxophone | level -21, pan 0.16, reverb 0.3, echo 0.12, late 12, loose 7, center 72
  `,
  sound: { roomSeconds: 0.9, roomLevel: 0.5, echoLevel: 0.3, warmth: 1.3 },
  ritard: [2, 0.04],
  leads: ['brass', 'synth lead', 'flute'],
});
