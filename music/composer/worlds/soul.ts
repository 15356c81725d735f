import { kick, kitAcoustic } from '../sound/drums.ts';
import { eq } from '../sound/inserts.ts';
import * as play from '../sound/instruments.ts';
import { band, improvised } from './line-up.ts';

const { with_ } = play;
const kit = kitAcoustic;

/** Drums that drag, a bass that talks, ninths that never quite resolve. */
export const neoSoul = band({
  name: 'neo-soul',
  genre: 'r-and-b-soul:neo-soul',
  tempo: [78, 92],
  keys: 'Eb major, Ab major, Db major, Bb major, F major, G major',
  swing: { share: 0.58, unit: 0.25 },
  feel: 'boombap',
  kit: { ...kit, hat: { ...kit.hat!, level: 0.28 } },
  drums: { level: -19, reverb: 0.25, late: 9, loose: 6 },
  chords: {
    a: 'ii9 | V13 | Imaj9 | vi9 / Imaj9 | iii7 | IVmaj9 | iv9 / IVmaj9 | iii7 VI7#9 | ii9 | V9sus4 / vi9 | II9 | IVmaj9 | V9sus4',
    b: 'IVmaj9 | iv9 bVII13 | Imaj9 | VI7#9 / bVImaj7 | bVII13 | Imaj9 | I13',
    hook: 'ii9 | V13 | iii7 | VI7#9 / IVmaj9 | V13 | iii7 | vi9',
    break: 'IVmaj9 | iv9',
    end: 'ii9 | bIImaj7 | Imaj9 | Imaj9',
  },
  themes: {
    hook: '..x-x-xx-x--x---|..x---x-x------- / ...x-xx-x-----x-|x---x----------- / x-x--x-x--x-----|..x--x-x--------',
    bridge: 'x-----x-x---x---|--x-x---x------- / ..x---x---x-----|x---x-x---------',
  },
  voices: {
    fingerBass: () => with_(play.fingerBass(), eq('lowshelf', 120, 0.7, 1)),
    organ: () => play.organ('808600000', { click: 0.02, grit: 1.2 }),
    stringSection: () => play.stringSection({ attack: 0.08 }),
  },
  plays: { solo: improvised({ center: 75 }) },
  players: `
    bass | fingerBass / fretless bass / analogBass | level -20, late 12, loose 6, duck 1.5
      | R--..R-r..5-..a- / R-..r-..R--5.8a- / R---..R-..8-7-a- | R-r.R-..5-R..8a- / R--R..5-8-7.5-a-
    keys | electricPiano / grandPiano / jazz guitar | level -21.5, reverb 0.3, late 14, loose 8, center 60, size 4, strum 0.02
      | X------x--x----- / x---..x---..x-x- / ..X-----..x----- | X---x--x--x---x- / x--x..X---x--x--
    pad | organ / stringSection / choir | level -28, reverb 0.45
    arp | mutedGuitar / cleanGuitar / vibraphone | level -26, pan 0.4, reverb 0.3, late 8, order 1203, center 67 | ..x..x.x..x..xx.
    lead | saxophone | level -21.5, reverb 0.4, echo 0.18, late 18, loose 12, center 71, ornaments 0.2
    counter | stringSection / flute / mutedTrumpet | level -26, pan -0.3, center 72
    solo | electricPiano | level -21, reverb 0.35, echo 0.2, late 12
  `,
  sound: { roomSeconds: 1.4, roomDamping: 0.5, roomLevel: 0.5, warmth: 1.5 },
  leads: ['saxophone', 'vibraphone', 'muted trumpet'],
});

/** 12/8, two in the morning, red lamp: organ under everything, the band holds back until it can't. */
export const soulBallad = band({
  name: 'soul-ballad',
  genre: 'r-and-b-soul:soul-ballad',
  tempo: [65, 71],
  keys: 'Bb major, C major, Eb major, F major, G major, Ab major',
  feel: 'twelve',
  // A blanket in the kick, and hats that stay behind the singer.
  kit: {
    ...kit,
    kick: {
      ...kit.kick!,
      level: 1,
      strike: kick({ from: 115, to: 54, decay: 0.26, click: 0.35, drive: 1.6 }),
    },
    hat: { ...kit.hat!, level: 0.22 },
  },
  drums: { level: -20.5, reverb: 0.45, late: 6, loose: 5 },
  chords: {
    a: 'I | III7 | vi7 | I9 / I I/3 | IVadd9 iv6 | iii7 VI7 | ii9 V9sus4 / Iadd9 | iii7 | IVmaj7 #ivo7 | I/5 V9sus4 / I | vi7 | IV iv6 | I/5 V7sus4',
    b: 'IVmaj7 | iii7 VI7 | ii9 iv6 | V9sus4 V7 / vi | vi7 II9 | bVImaj7 | bVII V7sus4',
    hook: 'IV | I/3 | ii9 | V9sus4 / I | iii7 | IVmaj7 iv6 | I/5 V9sus4',
    break: 'IVadd9 iv6 | I/5 V9sus4',
    end: 'IV iv6 | I',
  },
  themes: {
    hook: '. . . 5 - 6 8 - - ~6 - 5 | 3 - - - - - . . . . . . | . . . 5 - 6 8 - - ~9 - 8 | 6 - - - - - 5 - - . . . / 3 - - - - 2 1 - - ~6 - - | 5 - - - - - . . . 5 - 6 | 8 - - - - 7 ~6 - - 5 - - | 6 - - 5 - - 2 - - - . . / . . 5 ~8 - - - - 7 6 - 5 | 5 - - ~3 - - . . . . . . | . . 5 ~8 - - - - 9 10 - 8 | 9 - - ~8 - - - - - . . .',
    bridge:
      '10 - - - - 9 ~8 - - 6 - - | 8 - - - - - . . 5 6 - 8 | 9 - - - - 8 ~6 - - 8 - - | 9 - - - - - ~9 - - - - - / . . 8 ~10 - - 9 - 8 6 - - | 7 - - 8 - - - - - . . . | . . 8 ~11 - - 10 - 9 8 - - | 9 - - - - - 9 - - ~11 - -',
  },
  voices: {
    fingerBass: () => with_(play.fingerBass(), eq('lowshelf', 150, 0.7, 8), eq('lowpass', 420, 0.6)),
    organ: () => play.organ('808800004', { click: 0.03, grit: 1.3 }),
    padOrgan: () => play.organ('888644668', { fast: true, click: 0.02, grit: 2.2 }),
    grandPiano: () => with_(play.grandPiano(), eq('highshelf', 4000, 0.7, 2)),
    choir: () => play.choir('oo'),
  },
  players: `
    bass | fingerBass / fretless bass | level -15.5, duck 1, late 8, loose 5, center 36
      | R-----R--..a / R----rR----a | R--r-5R--5-a / R--..rR-8--a / R-r5-.R--3-a
    pad | organ / padOrgan / stringSection | level -23.5, pan -0.1, reverb 0.4, highpass 120, size 4
    keys | grandPiano / electricPiano | level -23.5, pan 0.18, reverb 0.35, late 5, center 63, size 3, velocity 0.58
      | x-----x--..x / x--..xx----- | XoxXoxXoxXox
    stabs | brassSection / stringSection / saxophone | level -23.5, pan -0.18, reverb 0.4, late 8, loose 8, center 64, size 3
      | ......x--...|.......xx--- / ..........xx|x-----......
    arp | cleanGuitar / electricPiano / nylonGuitar | level -23.5, pan 0.3, reverb 0.4, echo 0.15, late 8, order 012321, rate 1/3, center 62, gate 1.6
    lead | saxophone | level -20, reverb 0.45, echo 0.15, late 20, loose 12, center 71
    counter | cleanGuitar / vibraphone / flute | level -24, pan 0.3, reverb 0.4, center 69, harmony, ornaments 0.3
    solo | saxophone | level -20, reverb 0.45, echo 0.15, late 20, loose 12, center 74
    air | choir / stringSection | level -27.5, reverb 0.6
  `,
  energies: [0.42, 0.57, 0.78, 0.95, 0.5, 1, 0.5],
  sound: { roomSeconds: 2, echoBeats: 1, echoLevel: 0.3, warmth: 1.3, hiss: 52 },
  ritard: [5, 0.3],
  leads: ['saxophone', 'clean guitar', 'strings'],
});

/** The organ lifts the room, forty people answer one; nobody sits through the last chorus. */
export const gospelChoir = band({
  name: 'gospel-choir',
  genre: 'gospel-christian:traditional-gospel',
  tempo: [68, 84],
  keys: 'F major, Bb major, Ab major, Eb major, C major',
  feel: 'twelve',
  // Softer than usual: where the drums are almost alone, they would sound like clicks.
  kit: {
    ...kit,
    kick: { ...kit.kick!, level: kit.kick!.level * 0.5 },
    hat: { ...kit.hat!, level: kit.hat!.level * 0.5 },
  },
  drums: { level: -20.5, reverb: 0.35, late: 4, loose: 5 },
  chords: {
    a: 'I | I7/3 | IV | I/5 / I | vi7 | ii7 | V7 / I | IV | I | V9sus4',
    b: 'IV | iv6 | I/5 | VI7 / vi | III7 | IV | V7',
    hook: 'IV | V7 | I | VI7 / I | I7 | IV | iv6 / IV | I/3 | ii7 | V9sus4',
    break: 'IV | V9sus4',
    end: 'IV | iv6 | I/5 V7 | I',
  },
  themes: {
    hook: 'x-xx-xx--x--|x--x--...... / x--x-xx-xx--|x-----...... / ..xx-xx--x--|x-xx--......',
    bridge: 'x-----x--x--|x-----...... / x--x--x-----|x-----x-----',
  },
  voices: {
    grandPiano: () => with_(play.grandPiano(), eq('highshelf', 4000, 0.7, 2)),
    organ: () => play.organ('888644668', { fast: true, click: 0.02, grit: 1.8 }),
    choir: () => play.choir('oo'),
    leadChoir: () => with_(play.choir('ah'), eq('highpass', 180), eq('peak', 1200, 0.8, 2)),
    counterChoir: () => with_(play.choir('ah'), eq('highpass', 300)),
  },
  players: `
    bass | fingerBass / uprightBass / fretless bass | level -20.5, duck 1, loose 5 | R--R--5--5-a / R-----5--..a | R-r5-58-85-a / R--3--5--8-a
    keys | grandPiano / electricPiano / honky-tonk piano | level -23, pan -0.25, reverb 0.35, late 4, center 62, size 4
      | x-xx-xx-xx-x / X--x--x-xx-- | XxxXxxXxxXxx / X-xx-xX-xx-x
    pad | organ / stringSection / brassSection | level -25, reverb 0.45, center 60
    arp | choir / harp / vibraphone | level -25, reverb 0.6, echo 0, order 012, center 65, gate 1 | x-----x-----
    lead | leadChoir | level -20.5, reverb 0.5, echo 0.05, late 10, loose 10, center 71, harmony
    counter | counterChoir / brassSection / stringSection | level -23, pan 0.3, reverb 0.55, echo 0, center 65, harmony
    solo | saxophone | level -21.5, reverb 0.45, late 12, center 72, ornaments 0.2
  `,
  sound: { roomSeconds: 2.2, roomLevel: 0.6, echoLevel: 0.2, warmth: 1.3 },
  ritard: [4, 0.35],
  leads: ['choir', 'organ', 'saxophone'],
});
