import { kick, kitBrushes, kitEighties } from '../sound/drums.ts';
import { eq, sampler, sweep, wow } from '../sound/inserts.ts';
import * as play from '../sound/instruments.ts';
import { recorded } from '../sound/samples/recorded-hits.ts';
import { sparkle } from '../writing/chords.ts';
import { band } from './line-up.ts';

const { with_ } = play;

/** All through one worn cassette. */
const tape = (depth = 2.6, highs = 9000) => wow({ depth, rate: 0.42, highs });
/** A sampler of few bits, and the tape it was recorded to. */
const dusty = () => [sampler({ bits: 12, rate: 28_000 }), wow({ depth: 1.1, rate: 0.55, highs: 5600 })];

/** A car, a city at night, 1985 as it never was: gated snare, octave bass in sixteenths, wide brass-like chords. */
export const synthwave = band({
  name: 'synthwave',
  genre: 'electronic-dance:synthwave',
  tempo: [102, 114],
  keys: 'A minor, E minor, D minor, F# minor, C minor',
  feel: 'pop',
  kit: kitEighties,
  chords: {
    a: 'i | VI | III | VIIsus4 VII / iadd9 | VImaj7 | iv7 | VII / i | VII | VImaj7 | VI VII',
    b: 'VImaj7 | VII | bIImaj7 | V7sus4 V7 / iv9 | VII | IIImaj7 bIImaj7 | V7sus4 V7',
    hook: 'VI | VII | i | III / i | VI | III | VII / VImaj7 | i | III | VII',
    break: 'iv9 | VIIsus4 VII',
    end: 'VImaj7 | VII | i | iadd9',
  },
  themes: {
    hook: 'x--x--x-x---x---|x--x--x--------- / x-----x-x--x----|x---x---x------- / ..x-x-x-x-----x-|x-----x-x-------',
    bridge: 'x-------x---x---|x-----x-x------- / x---x---x-------|x---x---x---x---',
  },
  voices: {
    analogBass: () => play.analogBass({ cutoff: 360, sweep: 2.2 }),
    analogPad: () => with_(play.analogPad({ cutoff: 1100 }), sweep({ low: 900, high: 6500, beats: 32 })),
    polySynth: () => play.polySynth({ cutoff: 1900 }),
    soloLeadSynth: () => play.leadSynth({ wave: 'pulse', unison: 2, cutoff: 3200 }),
  },
  players: `
    bass | analogBass / fmBass / reeseBass | duck 4, gate 0.72
      | rRr8rRr8rRr8rR8a / rRrRr8rRrRrRr8ra / r.R.r.R.r.R.r8Ra | R-R-R-R-R-R-8-a- / rRrRr8rRrRrRr8ra
    pad | analogPad / stringSection / choir | duck 5, size 4
    keys | polySynth / electricPiano / pluckSynth | duck 2, reverb 0.4, center 64, velocity 0.75 | X-----..x--..x-. / X--.X--.....x---
    arp | pluckSynth / squareLead / polySynth | echo 0.35, pan -0.2, order 02132431, center 67, gate 0.6
    lead | leadSynth | reverb 0.45, echo 0.4, center 74, slides
    counter | fmBass / bells / squareLead | pan 0.35, echo 0.5, reverb 0.5
    solo | soloLeadSynth | reverb 0.5, echo 0.35, pan 0.12, slides
  `,
  sound: { roomSeconds: 2.2, roomLevel: 0.6, echoBeats: 0.75, warmth: 1.2 },
  leads: ['synth lead', 'square lead', 'saxophone'],
});

/** A closed mall, the fountain still on: lounge chords at the wrong speed, gated drums in a room of marble. */
export const vaporwave = band({
  name: 'vaporwave',
  genre: 'electronic-dance:vaporwave',
  tempo: [72, 80],
  keys: 'Eb major, Db major, F major, Ab major, Bb major',
  swing: { share: 0.54, unit: 0.25 },
  feel: 'pop',
  kit: { ...kitEighties, snare: { ...kitEighties.snare!, wet: 0.75 } },
  drums: { level: -19.5, reverb: 0.5, late: 4, loose: 4 },
  chords: {
    a: 'Imaj9 | vi9 | ii9 | V13 / Imaj9 | iii7 VI7alt | ii9 | IVmaj9 V9sus4 / IVmaj9 | iii7 | ii9 | Imaj9 V9sus4',
    b: 'IVmaj9 | iii7 | bVImaj7 | bVII13 / vi9 | iii7 | IVmaj9 iv69 | bVII13',
    hook: 'IVmaj9 | V13 | iii7 | vi9 / ii9 | V13 | Imaj9 | vi9',
    break: 'bVImaj7 | bVII13',
    end: 'ii9 | bVII13 | Imaj9 | Imaj9',
  },
  themes: {
    hook: '5 - - 3 2 - 3 - | 5 - - - - - . . | 6 - - 5 4 - 5 - | 2 - - - - - . . / . . 3 5 7 - 5 - | 3 - - - - - 2 3 | 4 - - 6 5 - 4 - | 5 - - - - - . . / 7 - 5 - 3 - - - | 5 - 3 - 1 - - - | 2 - 4 - 6 - 8 - | 9 - 7 - 5 - . . / x-----x---x-----|x-------x-x-----',
    bridge:
      '8 - - 7 5 - 6 - | 7 - - - - - . . | 6 - - 5 3 - 5 - | 4 - - - 2 - - - / 6 - 8 - 7 - 5 - | 5 - - - - - - . | 6 - 8 - 9 - 7 - | 8 - - - 7 - - -',
  },
  voices: {
    fmBass: () => with_(play.fmBass(), eq('lowshelf', 90, 0.7, 2), tape(1.4, 6000)),
    electricPiano: () => with_(play.electricPiano(), tape(2.6, 10_500)),
    analogPad: () => with_(play.analogPad({ cutoff: 1300, detune: 26, unison: 2 }), tape(3.2, 10_000)),
    choir: () => with_(play.choir('ah'), sampler({ bits: 12, rate: 26_000 })),
    polySynth: () => with_(play.polySynth({ cutoff: 1700, detune: 22 }), tape()),
    arpChoir: () => with_(play.choir('oo'), eq('highpass', 300), sampler({ bits: 10, rate: 16_000 })),
    saxophone: () => with_(play.saxophone(), eq('highshelf', 4500, 0.7, 2), tape(3.2, 10_500)),
    bells: () => with_(play.bells(), tape(2.6, 9500)),
    marimba: () => with_(play.marimba(), eq('highshelf', 3000, 0.7, 4)),
  },
  plays: { air: (s) => sparkle(s, { center: 82, density: 4, velocity: 0.5, grid: 0.25 }) },
  players: `
    bass | fmBass / fingerBass / analogBass | level -21.5, duck 2, late 8, center 37, gate 0.86
      | R-----R.R---5-a- / R-----..5---R-a- | R--.R.8.R-..5.a. / R--...8.R-5...a. / R--.o.R.8-..7-a.
    keys | electricPiano / FM piano / vibraphone | level -22.5, pan -0.14, reverb 0.42, late 10, loose 7, size 4, rootless, strum 0.05, velocity 0.55
      | x-----x-..x-x--- / x---..x---x-..x- / x-----..x-x---..
    pad | analogPad / choir / stringSection | level -25.5, reverb 0.6, duck 3, center 64, size 4
    second | polySynth / cleanGuitar / mutedGuitar | level -23.5, pan 0.16, reverb 0.45, echo 0.2, center 63 | x--.x--...x-.... / x--.x--.....x-x-
    arp | arpChoir / musicBox / harp | level -25, pan 0.42, reverb 0.5, echo 0.4, loose 3, order 22312, center 70, gate 0.62
      | ......x.x..x....|....x.x...x..xx.
    lead | saxophone | level -20.5, pan 0.06, reverb 0.6, echo 0.35, late 22, loose 12, center 71, gate 0.98
    counter | bells / vibraphone / flute | level -25.5, pan -0.35, reverb 0.6, center 76
    solo | bells | level -23.5, pan -0.25, reverb 0.6, echo 0.45
    air | marimba / bells | level -28, pan -0.3, reverb 0.7, echo 0.6, loose 16
  `,
  sound: { roomSeconds: 3.2, roomDamping: 0.4, roomLevel: 0.7, warmth: 1.4, hiss: 46 },
  ritard: [6, 0.4],
  leads: ['saxophone', 'bells', 'synth lead'],
});

/** Boom-bap with brushes, three in the morning: the snare lags, the tape wanders, the piano went through a sampler. */
export const loFi = band({
  name: 'lo-fi',
  genre: 'hip-hop-rap:lo-fi-hip-hop',
  tempo: [74, 84],
  keys: 'Eb major, Ab major, F major, Db major, Bb major, C major',
  swing: { share: 0.59, unit: 0.25 },
  feel: 'boombap',
  // A brush on a loose snare, a pillow in the kick, hats that have been sampled once too often.
  kit: {
    ...kitBrushes,
    kick: {
      ...kitBrushes.kick!,
      level: 1,
      strike: kick({ from: 115, to: 51, decay: 0.3, click: 0.7, drive: 2 }),
    },
    hat: {
      ...kitBrushes.hat!,
      strike: recorded(42, { tune: -1, tone: [3000, 12_000] }),
      level: 0.22,
    },
  },
  drums: { level: -21, reverb: 0.3, late: 6, loose: 6 },
  chords: {
    a: 'IVmaj9 | iii7 VI7alt | ii9 | V9sus4 I9 / ii9 | V13 | Imaj9 | VI7#9 / Imaj9 | vi9 | ii9 | iv6 V9sus4 / IVmaj9 iii7 | vi9 | ii9 V13 | Imaj9 I9',
    b: 'vi9 | II9 | iv9 | bVII13 / IVmaj9 | iv69 | iii7 | bIIImaj7 V9sus4',
    hook: 'ii9 | V13 | iii7 | VI7#9 / IVmaj9 | V13 | iii7 | vi9',
    break: 'IVmaj9 iii7 | ii9 V9sus4',
    end: 'ii9 V9sus4 | Imaj9',
  },
  themes: {
    hook: '. 5 6 8 - 6 5 - | 3 - - . . 2 3 5 | . 5 6 8 - 9 8 6 | 5 - - - . . . . / 5 - 3 5 - 6 5 - | 3 - 2 1 - - . . | 5 - 3 5 - 6 8 - | 6 - 5 - - - . . / ....x-x-x--x--x-|x---....x-x----- / x--x--x---..x.x-|x-------........',
    bridge:
      '6 - - 5 6 - 8 - | 7 - 6 5 - - . . | 8 - - 7 6 - 8 - | 9 - 8 6 - - . . / . 3 5 6 - 5 6 - | 8 - - - 6 - 5 - | . 4 6 8 - 6 8 - | 9 - - - - - . .',
  },
  voices: {
    uprightBass: () => with_(play.uprightBass(), eq('lowshelf', 150, 0.7, 2), eq('lowpass', 650)),
    electricPiano: () => with_(play.electricPiano(), ...dusty()),
    stringSection: () => with_(play.stringSection(), ...dusty()),
    nylonGuitar: () => with_(play.nylonGuitar(), wow({ depth: 0.6, rate: 0.5, highs: 8000 })),
    vibraphone: () => with_(play.vibraphone(), wow({ depth: 0.9, rate: 0.6, highs: 6000 })),
    flute: () => with_(play.flute(), ...dusty()),
    airElectricPiano: () =>
      with_(play.electricPiano(), eq('lowpass', 2400), wow({ depth: 2.2, rate: 0.45, highs: 2600 })),
  },
  players: `
    bass | uprightBass / fingerBass | level -17, duck 3, late 12, loose 6, center 36, gate 0.9
      | R-----5-R-----a- / R--.r...R-----a- / R-------R---5--- | R--.r.5-R--.o.a- / R-.o..5-R-..8.5a / R--r..8-R-.p..a-
    keys | electricPiano / grandPiano / jazz guitar | level -21.5, pan -0.1, late 14, loose 8, duck 2, center 59, size 4, rootless, strum 0.018
      | x-------x-----..|x-----..x------- / x-----..x-----x-|x-------x---.... | x--x----..x-x---|x-----x-..x----- / x-----..x-..x--o|x--x----..x-..x-
    pad | stringSection / choir / organ | level -27.5, pan 0.15, reverb 0.5, highpass 280, center 67, size 3, rootless
    lead | nylonGuitar | level -21.5, pan 0.12, reverb 0.35, echo 0.2, late 16, loose 9, center 72
    counter | vibraphone / musicBox / clarinet | level -24.5, pan 0.35, reverb 0.45, echo 0.4, late 14, loose 9, center 76
    solo | flute | level -22.5, pan -0.12, reverb 0.45, echo 0.25, late 16, loose 10
    air | airElectricPiano / bells | level -25, reverb 0.45, echo 0.15, late 14, highpass 320, center 61, size 4, rootless
  `,
  sound: { roomSeconds: 1, roomDamping: 0.65, roomLevel: 0.5, warmth: 1.5, hiss: 45, crackle: 40 },
  ritard: [4, 0.22],
  leads: ['nylon guitar', 'saxophone', 'music box'],
});
