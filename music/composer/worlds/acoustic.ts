import { drive } from '../sound/drive.ts';
import { kitBrushes } from '../sound/drums.ts';
import { eq } from '../sound/inserts.ts';
import * as play from '../sound/instruments.ts';
import { band, improvised } from './line-up.ts';

const { with_ } = play;

/** A thumb on the low strings and three fingers above it; a fiddle that comes in from the kitchen. */
export const folk = band({
  name: 'folk',
  genre: 'folk',
  tempo: [96, 116],
  keys: 'G major, C major, D major, A major, E major',
  feel: 'train',
  kit: kitBrushes,
  drums: { level: -27, reverb: 0.3, loose: 5 },
  chords: {
    a: 'I | IV | I | V / I | vi | IV | V / Iadd9 | V/3 | vi | IV / I | iii | IV | I',
    b: 'vi | IV | I | V / IV | I/3 | ii | V / vi | iii | IV | V',
    hook: 'IV | I | V | vi / I | V | vi | IV',
    break: 'IV | V',
    end: 'IV | V | I | I',
  },
  themes: {
    hook: 'x--xx-x-x---x---|x-x-x----------- / x-x-x-x-x--x----|x-x-x---x------- / x---x-x-x-x-----|x--xx-----------',
    bridge: 'x---x---x-x-x---|x-------x------- / x-----x-x-------|x---x---x-------',
  },
  voices: {
    stringSection: () => play.stringSection({ attack: 0.3 }),
    soloString: () => with_(play.soloString(), eq('peak', 3000, 0.9, 1)),
  },
  players: `
    bass | uprightBass / fingerBass / cello | level -21.5, duck 0, loose 5
      | R-------5------- / R-------5---..a- | R---..R-5---..a- / R-------5-----a-
    keys | steelGuitar / nylonGuitar / twelve-string guitar | level -21, pan -0.25, highpass 80, reverb 0.25, loose 4, duck 0, center 60, split, strum 0.012
      | B-x-x-xoB-x-xox- / B-xox-x-B-xox-x- | B-x-xoxxB-xoxoxx / B-xxx-xxB-xxx-xx
    second | steelGuitar / nylonGuitar / harp | level -25, pan 0.4, highpass 180, reverb 0.25, loose 6, duck 0, center 67, size 3, strum 0.016
      | ..x-..xo..x-..xo / x-..x-xox-..x-xo
    pad | stringSection / accordion / choir | level -28, reverb 0.45
    arp | banjo / harp / kora | level -27, pan 0.4, reverb 0.2, echo 0, order 02132132, center 64, gate 1.2
    lead | soloString | level -21.5, pan 0.15, reverb 0.4, echo 0.05, late 8, loose 8, ornaments 0.3, slides
    counter | accordion / clarinet / flute | level -25, pan 0.35, echo 0, center 67
    solo | steelGuitar | level -20.5, pan 0.1, reverb 0.3, echo 0, center 70, gate 1.4
  `,
  sound: { roomSeconds: 1.3, roomLevel: 0.5, echoLevel: 0, warmth: 1 },
  ritard: [4, 0.3],
  leads: ['fiddle', 'whistle', 'accordion'],
});

/** Sawdust on the floor: bass on one and three, everyone else on two and four, and a train under the brushes. */
export const country = band({
  name: 'country',
  genre: 'country-americana:honky-tonk',
  tempo: [166, 186],
  keys: 'G major, A major, D major, E major, C major',
  swing: { share: 0.54, unit: 0.5 },
  feel: 'train',
  kit: kitBrushes,
  drums: { level: -23.5, reverb: 0.28, loose: 4 },
  chords: {
    a: 'I | I | IV | I | I | II7 | V7 | V7 / I | I7 | IV | #IVo7 | I/5 | V7 | I | V7 / I | I | IV | I | vi | II7 | V7 | V7',
    b: 'IV | IV | I | I | II7 | II7 | V7 | V7 / IV | iv6 | I | VI7 | II7 | II7 | V7 | V7',
    hook: 'I | I7 | IV | #IVo7 | I/5 | V7 | I | V7 / IV | I | V7 | I | IV | II7 | V7 | I',
    break: 'IV | iv6 | I VI7 | II7 V7 / IV | #IVo7 | I/5 VI7 | II7 V7',
    end: 'IV | #IVo7 | I/5 V7 | I',
  },
  themes: {
    verse:
      '5 - 6 5 3 - 5 - | 8 - - - 6 - 5 - | 6 - 8 6 4 - 6 - | 5 - - - . . b3 3 | 5 - 5 6 5 - 3 - | 2 - 3 4 6 - 4 - | 5 - - - - - 4 3 | 2 - . . . . b3 3 / 1 - 3 - 5 - 5 6 | 5 - 3 - 1 - - - | 4 - 6 - 8 - 8 9 | 8 - 6 - 5 - - - | 5 - 5 b3 3 - 5 - | 6 - - - 4 - 2 - | 5 - - - 7 - 6 - | 5 - - - - - . . / . . 5 6 8 - 8 - | 8 - 6 - 5 - 3 - | 4 - - - 6 - 4 - | 3 - - - - - . .',
    hook: '8 - - 6 | 4 - 6 - | 5 - - 3 | 5 - - - | 6 - - 8 | 9 - 8 6 | 7 - 9 7 | 5 - - - / 6 - 8 - | 8 - 6 - | 5 - - 3 | 5 - 8 - | 9 - - 8 | 6 - 4 - | 5 - 7 - | 9 - - -',
    bridge: 'x-x-x---|x---x-x- / x---x-x-|x-x-x---',
  },
  voices: {
    uprightBass: () => with_(play.uprightBass(), eq('lowshelf', 120, 0.7, 2)),
    keysSteelGuitar: () => with_(play.steelGuitar(), eq('highshelf', 5000, 0.7, 3)),
    cleanGuitar: () => with_(play.cleanGuitar(), eq('peak', 2500, 0.8, 3), drive({ amount: 1.6 })),
    leadCleanGuitar: () => with_(play.cleanGuitar(), eq('peak', 2500, 0.8, 4), drive({ amount: 1.9 })),
  },
  plays: { solo: improvised({ center: 76, density: 0.94, spice: 0.12, velocity: 0.78 }) },
  players: `
    bass | uprightBass / fingerBass / pickBass | level -20, reverb 0.06, duck 0, loose 4, gate 0.84
      | R-5-|R-5-|R-5-|R-pa|R-5-|R-5-|R-5-|Rp3a / R-5-|R-5-|R-5-|R-3a|R-5-|R-pa|R-5-|R-5a
    keys | keysSteelGuitar / nylonGuitar / twelve-string guitar | level -22.5, pan -0.36, reverb 0.2, highpass 95, loose 4, duck 0, split, strum 0.02, short 0.42
      | B.X.B.Xo / B.X.B.xo|B.X.BoXo / B.X.B.X.|B.XoB.Xo
    second | cleanGuitar / mutedGuitar / honky-tonk piano | level -25, pan 0.36, highpass 200, reverb 0.22, center 67, size 2, short 0.2, velocity 0.55
      | ..x...x.|..x...xo / ..x..xx.|..x...x.
    pad | soloString / organ / accordion | level -27, pan -0.15, reverb 0.4, center 69, size 2, no open
    arp | banjo / steelGuitar / mutedGuitar | level -26, pan 0.45, reverb 0.22, echo 0, loose 4, order 01301302, rate 0.5, center 67, size 4, gate 1.6
    lead | leadCleanGuitar | level -20.5, pan 0.1, reverb 0.22, echo 0.16, late 4, center 70, gate 0.9
    counter | steelGuitar / soloString / harmonica | level -23, pan 0.28, reverb 0.42, echo 0.18, late 14, center 72, harmony
    solo | soloString | level -21.5, pan -0.2, reverb 0.34, echo 0.08, late 6, loose 7
  `,
  sound: { roomSeconds: 1.1, body: 3, echoBeats: 0.5, echoFeedback: 0.15 },
  ritard: [3, 0.2],
  leads: ['clean guitar', 'fiddle', 'steel guitar'],
});
