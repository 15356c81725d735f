import { kitAcoustic, kitBrushes } from '../sound/drums.ts';
import { chorus, eq, sweep } from '../sound/inserts.ts';
import * as play from '../sound/instruments.ts';
import { arpeggio, roll, sparkle } from '../writing/chords.ts';
import { band, improvised } from './line-up.ts';

const { with_ } = play;

/** Bells over slow air: no drums, one breath per bar, a middle that opens like weather and closes again. */
export const ambient = band({
  name: 'ambient',
  genre: 'breaks-downtempo-ambient:ambient',
  tempo: [72, 82],
  keys: 'D major, E lydian, A major, F lydian, B dorian, G major',
  feel: 'pop',
  kit: kitBrushes,
  drums: { level: -27, reverb: 0.5 },
  drumless: true,
  chords: {
    a: 'Imaj9 | % | vi9 | IVmaj7#11 / Imaj9 | iii7 | IVmaj9 | % / Iadd9 | vi9 | IVmaj9 | Vsus4 / IVmaj9 | % | Imaj9 | vi9',
    b: 'vi9 | IVmaj9 | bVImaj7 | Vsus4 / iv6 | bVImaj7 | vi9 | Vsus4 / ii9 | % | IVmaj9 | bVIImaj7',
    break: 'vi9 | IVmaj9 / IVmaj9 | iv6',
    end: 'IVmaj9 | iv6 | Imaj9 | Imaj9',
  },
  themes: {
    hook: 'x---x-----x-----|x--------------- / x-----x-----x---|x---x----------- / x-------x---x---|x--------------- / x---------x-----|....x-----x-----',
    bridge:
      'x-------x-------|----x----------- / x---x-----------|x-------x------- / x-----------x---|x-------x-------',
  },
  voices: {
    choir: () => with_(play.choir('oo'), eq('highshelf', 3000, 0.7, 6)),
    stringSection: () => with_(play.stringSection({ attack: 0.9 }), chorus(), eq('highshelf', 4000, 0.7, 5)),
    analogPad: () =>
      with_(
        play.analogPad({ cutoff: 620, unison: 3, amp: [1.6, 2, 0.9, 2.2] }),
        sweep({ low: 700, high: 3800, beats: 24 }),
      ),
    organ: () => with_(play.organ('808000000', { click: 0 }), eq('lowpass', 1800)),
    electricPiano: () => with_(play.electricPiano(), chorus()),
    pluckSynth: () => play.pluckSynth({ cutoff: 700, wave: 'triangle' }),
    counterBells: () => with_(play.bells(), eq('lowpass', 2600)),
    flute: () => with_(play.flute(), eq('lowpass', 4500)),
  },
  plays: { air: (s) => sparkle(s, { center: 86, density: 3, velocity: 0.45 }) },
  players: `
    bass | subBass | level -29, duck 0, loose 15, center 36, velocity 0.65, gate 0.98
      | R-------------5- / R--------------- / ----R-----------
    pad | airPad / breathPad / choir / stringSection | level -24, reverb 0.6, highpass 140, loose 40, center 62, size 4, velocity 0.6
    keys | analogPad / organ / electricPiano | level -25, reverb 0.5, loose 30, center 57, size 4, open
      | x--------------- / x-------x-------
    arp | harp / musicBox / kora / pluckSynth | level -28, pan -0.3, reverb 0.6, echo 0.5, loose 15, order 02314352, rate 0.5, center 67, velocity 0.5, gate 2
      | ..x...x.x..x..x.|x...x.....x..x..
    lead | bells | level -23, reverb 0.7, echo 0.45, loose 18, center 77, velocity 0.6, ornaments 0
    counter | counterBells | level -29, pan -0.35, reverb 1, echo 0.6, loose 25, center 69, velocity 0.45
    solo | flute | level -25, pan 0.2, reverb 0.9, echo 0.5, loose 20, center 74, velocity 0.55
    air | musicBox / bells / vibraphone | level -27.5, pan 0.25, echo 0.6, reverb 0.8, loose 30
  `,
  energies: [0.45, 0.62, 0.8, 0.95, 0.5, 1, 0.6],
  sound: {
    roomSeconds: 5.5,
    roomDamping: 0.4,
    roomLevel: 0.8,
    echoBeats: 1.5,
    echoFeedback: 0.55,
    warmth: 0.8,
    hiss: 44,
  },
  ritard: [4, 0.25],
  leads: ['bells', 'flute', 'vibraphone'],
});

/** One piano, heard twice: the right hand close to the hammers, the left further from them. */
const rightHand = () => with_(play.grandPiano(), eq('highshelf', 2600, 0.7, -4));
const leftHand = () => with_(play.grandPiano(), eq('highshelf', 2200, 0.7, -6));

/** One piano by a window, the sustain pedal down, and the air in the room slowly joining in. */
export const newAgePiano = band({
  name: 'new-age-piano',
  genre: 'new-age-wellness:piano',
  tempo: [74, 84],
  keys: 'D major, C major, G major, F major, Bb major, A major',
  feel: 'pop',
  kit: kitBrushes,
  drums: { level: -27, reverb: 0.5 },
  drumless: true,
  rubato: [8, 0.14],
  chords: {
    a: 'Iadd9 | V/3 | vi7 | IVmaj7 / Iadd9 | iii7 | vi9 | IVadd9 / Iadd9 | Vsus4 | IV/3 | IVadd9 V',
    b: 'IVmaj9 | iii7 | ii9 | V7sus4 V / IVmaj7 | I/3 | bVIImaj7 | Vsus4 V',
    hook: 'IVadd9 | I/3 | ii9 | Vsus4 V / Iadd9 | V/3 | vi7 | IVmaj7',
    break: 'bVImaj7 | bVIIadd9',
    end: 'IVmaj9 | iv6 | Iadd9 | Iadd9',
  },
  themes: {
    hook: '5 - - - 3 - 2 3 | 2 - - - - - . . | 1 - - - 2 - 3 5 | 6 - - - 5 - . . / 3 - 5 - 8 - - - | 7 - - - 5 - . . | 6 - 5 - 3 - - - | 4 - - - - - 3 2 / 6 - - - 8 - - - | 9 - - - 8 - . . | 6 - - - 5 - 3 - | 5 - - - - - . . / x---x---x-------|x-------x-x-----',
    bridge:
      '6 - - - 8 - 7 6 | 5 - - - - - 3 5 | 6 - - - 8 - 10 - | 9 - - - - - 7 - / 8 - - 7 6 - - - | 5 - - 6 3 - - - | 4 - - 5 6 - 8 - | 7 - - - - - . .',
  },
  voices: {
    subBass: () => with_(play.subBass(), eq('lowpass', 240)),
    leftHand,
    analogPad: () => with_(play.analogPad({ cutoff: 760, unison: 3, amp: [1.4, 2, 0.9, 2] }), chorus()),
    stringSection: () => play.stringSection({ attack: 0.5 }),
    rightHand,
    flute: () => with_(play.flute(), eq('highshelf', 5000, 0.7, 2)),
    bells: () => with_(play.bells(), eq('highpass', 600)),
  },
  plays: {
    // Broken tenths under a held pedal: the notes overlap until the harmony changes.
    keys: (s) =>
      arpeggio(s, s.label === 'hook' || s.label === 'bridge' ? [0, 2, 3, 4, 5, 4, 3, 2] : [0, 2, 3, 4], {
        center: 53,
        size: 4,
        velocity: 0.5,
        ...(s.label === 'hook' || s.label === 'bridge' ? { rate: 0.5 } : { rhythm: 'x.xxx...|x.xx..x.' }),
      }).map((note) => {
        const change = s.chords.find((c) => c.beat > note.beat + 0.01)?.beat ?? s.beats;
        return { ...note, length: Math.max(0.4, change - note.beat) };
      }),
    air: (s) => [
      ...sparkle(s, { center: 86, density: 2, velocity: 0.4 }),
      ...roll(s, { center: 74, size: 3, spread: 0.16, velocity: 0.3 }),
    ],
  },
  players: `
    bass | subBass / cello / uprightBass | level -29.5, duck 0, loose 12, center 37, velocity 0.6, gate 0.98 | R---------------
    keys | leftHand | level -23, reverb 0.45, echo 0, highpass 50, loose 9, duck 0, pan -0.1
    pad | analogPad / stringSection / choir | level -27, reverb 0.55, loose 30, center 62, size 4, velocity 0.55
    lead | rightHand | level -20.5, reverb 0.45, echo 0, highpass 50, loose 12, duck 0, pan 0.1, late 12, center 76, velocity 0.62, gate 1.1
    counter | flute / clarinet / cello | level -25.5, pan 0.25, reverb 0.7, echo 0.25, late 20, loose 16, center 72, velocity 0.5
    solo | rightHand | level -20.5, reverb 0.45, echo 0, highpass 50, loose 12, duck 0, pan 0.1, late 12, center 79, velocity 0.66, harmony, gate 1.1
    air | bells / vibraphone / harp | level -31, pan -0.3, reverb 0.8, echo 0.5, loose 25
  `,
  energies: [0.6, 0.7, 0.82, 1, 0.52, 0.96, 0.62],
  sound: { roomSeconds: 3.4, roomLevel: 0.75, echoBeats: 1.5, echoLevel: 0.4, warmth: 0.7 },
  ritard: [6, 0.45],
  leads: ['grand piano', 'flute', 'harp'],
});

/** One tone that never stops, a lute that circles it, hands on skin. */
export const modalDrone = band({
  name: 'modal-drone',
  genre: 'south-asia:hindustani-classical',
  tempo: [72, 92],
  keys: 'D phrygian, C phrygian, E phrygian, G phrygian, A phrygian',
  feel: 'tabla',
  kit: kitAcoustic,
  drums: { level: -21.5, reverb: 0.35, loose: 5 },
  chords: {
    a: 'I5 | % | % | % / I5 | % | II5 | I5 / I5 | % | vii | I5',
    b: 'IV5 | % | I5 | % / II5 | I5 | vii | I5',
    hook: 'I5 | % | II5 | I5 / I5 | II5 | vii | I5',
    break: 'I5 | %',
    end: 'II5 | I5 | I5 | I5',
  },
  themes: {
    hook: 'x-x-x---xxx-x---|x-x-x-x-x------- / x---x-xxx---x-x-|x-xxx---x------- / x-xxx-x-x---x---|xxx-x---x-------',
    bridge: 'x-------x-x-x---|x-----------x--- / x---x---x-------|x-x-x-----------',
  },
  voices: { stringSection: () => ({ ...play.stringSection({ attack: 0.8 }), name: 'tanpura strings' }) },
  plays: { solo: improvised({ center: 68 }) },
  players: `
    bass | subBass / cello / uprightBass | level -25, duck 0 | R--------------- | R-------5------- / R-----------R---
    keys | kora / harp / nylonGuitar | level -24, pan -0.3, reverb 0.4, center 57, size 2, strum 0.06
      | x.....x...x..... / x...x.....x.x... | x..x..x.x..x..x. / x.x.x...x.x.x...
    pad | stringSection / accordion / organ | level -25, reverb 0.5, duck 0, center 50, size 2
    arp | kora / oud / nylonGuitar | level -26, pan 0.35, reverb 0.45, echo 0.1, order 012131, center 62, gate 1.8 | x--x--x-x--x--x-
    lead | sitar | level -20.5, reverb 0.4, echo 0.1, loose 8, center 68, ornaments 0.5, slides
    counter | flute / soloString / clarinet | level -24, pan 0.2, reverb 0.5, center 74, ornaments 0.3
    solo | sitar | level -20.5, reverb 0.4, echo 0.12
  `,
  sound: { roomSeconds: 2, echoLevel: 0.3, warmth: 1.1 },
  ritard: [4, 0.35],
  leads: ['sitar', 'flute', 'violin'],
});
