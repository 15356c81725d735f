import { drive } from '../sound/drive.ts';
import { kitAcoustic, kitBrushes } from '../sound/drums.ts';
import { eq } from '../sound/inserts.ts';
import * as play from '../sound/instruments.ts';
import { band, improvised } from './line-up.ts';

const { with_ } = play;

/** João's thumb and fingers: the guitar carries clave and harmony, everything else stays out of its way. */
export const bossaNova = band({
  name: 'bossa-nova',
  genre: 'latin:bossa-nova',
  tempo: [124, 140],
  keys: 'D minor, F major, C major, A minor, G major, Eb major',
  feel: 'bossa',
  kit: { ...kitBrushes, ride: { ...kitBrushes.ride!, level: kitBrushes.ride!.level * 0.7 } },
  drums: { level: -26, reverb: 0.35, late: 2, loose: 4 },
  chords: {
    a: 'Imaj9 | % | II13 | % | ii9 | bII7 | Imaj9 | bII7 / Imaj9 | I69 | iv6 | bVII13 | iii7 | bIIIo7 | ii9 | V7b9',
    b: 'bIImaj7 | % | bV9 | % | bvi9 | % | ii9 | V7b9 / IVmaj9 | iv6 | iii7 | VI7b9 | II9 | % | ii9 | bII7',
    hook: 'Imaj9 | % | II13 | % | ii9 | bII7 | Imaj9 | bII7 / IVmaj9 | iv6 | iii7 | VI7b9 | ii9 | V7b9 | Imaj9 | bII7',
    break: 'Imaj9 | bIImaj7 | Imaj9 | bII7',
    end: 'ii9 | bII7 | I69 | Imaj9',
  },
  themes: {
    hook: '..x-..x-x--x----|..x-..x-x------- / x--x--x--x--x---|x-------........ / ....x-x-..x-x---|..x-x---x-------',
    bridge: 'x------x--x-x---|x-----------x-x- / x---------x-x-x-|x---------------',
  },
  players: `
    bass | uprightBass / fingerBass / fretless bass | level -22.5, reverb 0.06, duck 0, late 2
      | R-----5-5-----a- / R-----5-5-----R- / R-----8-5-----a-
    keys | nylonGuitar / jazz guitar / steelGuitar | level -21.5, pan -0.15, reverb 0.25, highpass 90, duck 0, center 59, size 4, rootless, split, strum 0.012, anticipate
      | B--x--x-B-x--x--|B-x--x--B--x--x- / B-x--x--B--x--x-|B--x--x-B-x--x--
    pad | stringSection / choir / organ | level -27, reverb 0.55, pan 0.1, center 66, size 3, rootless
    second | electricPiano / grandPiano / vibraphone | level -27, pan 0.4, center 69, size 3, rootless, velocity 0.5
      | ......x-......x-|..x-........x-.. / ..x-......x-....|......x-..x-....
    lead | flute | level -20.5, reverb 0.4, echo 0.12, late 18, loose 12, center 76, ornaments 0.15, slides
    counter | electricPiano | level -25, pan 0.3, reverb 0.35, late 10, harmony
    solo | electricPiano | level -23.5, pan 0.3, reverb 0.35, echo 0.15, late 10, center 72, harmony
  `,
  sound: { roomSeconds: 1.3, roomLevel: 0.6, echoBeats: 1, echoFeedback: 0.3, echoLevel: 0.4 },
  ritard: [4, 0.25],
  leads: ['flute', 'nylon guitar', 'muted trumpet'],
});

/** The clave decides: the piano goes around it, the bass arrives before the beat, the brass answers the singers. */
export const latinDance = band({
  name: 'latin-dance',
  genre: 'latin:salsa',
  tempo: [172, 196],
  keys: 'A minor, D minor, G minor, C minor, E minor',
  feel: 'clave',
  kit: kitAcoustic,
  drums: { level: -21, reverb: 0.28, loose: 4 },
  chords: {
    a: 'i | iv | V7 | i / i7 | VII | VI | V7 / i | % | iv7 | V7 / i9 | iv9 | V7b9 | i9',
    b: 'VI | VII | III | V7 / iv7 | VII7 | IIImaj7 | V7',
    hook: 'i | iv | V7 | i / i | VII | VI | V7',
    break: 'iv7 | V7',
    end: 'iv7 | V7 | i | i6',
  },
  themes: {
    hook: 'x-x-..x-x-x-x---|..x-x-x---...... / x--x--x-x--x--x-|x-----x-........ / ..x-x-x-x---x-x-|x---..x-x-------',
    bridge: 'x---x-x-x---x---|x-------x------- / ..x-x---x-x-----|x---x---x-------',
  },
  voices: {
    fingerBass: () => with_(play.fingerBass(), eq('lowshelf', 110, 0.7, 1)),
    grandPiano: () => with_(play.grandPiano(), eq('highshelf', 4000, 0.7, 3)),
    brassSection: () => with_(play.brassSection(), drive({ amount: 1.3 })),
    leadBrassSection: () => with_(play.brassSection(), drive({ amount: 1.5 })),
    choir: () => with_(play.choir('ah'), eq('highpass', 250), eq('peak', 1200, 0.9, 3)),
    trumpet: () => with_(play.trumpet(), eq('peak', 3200, 0.8, -3)),
  },
  plays: { solo: improvised({ center: 74 }) },
  players: `
    bass | fingerBass / uprightBass / fretless bass | level -19.5, duck 0, loose 4
      | ......5-....8--- / R-....5-....a--- | R-....5-..8-a--- / ......5-....8-a-
    keys | grandPiano / electricPiano / marimba | level -22.5, pan 0.2, reverb 0.28, loose 4, center 69, size 3, short 0.22
      | x.xx.xx.xx.xx.x. / X.x.xx.x.xx.x.x. | X.xX.xX.xX.xX.x. / X.xx.xX.x.xx.xX.
    pad | brassSection / stringSection / organ | level -26, reverb 0.35, size 3, center 64
    arp | nylonGuitar / steelGuitar / marimba | level -25, pan -0.35, echo 0.05, order 0213, center 64 | x..x..x...x.x...
    lead | leadBrassSection | level -20.5, reverb 0.35, echo 0.08, center 72, gate 0.8
    counter | choir / trumpet / flute | level -23, pan -0.15, echo 0.05, center 66, gate 0.8
    solo | trumpet | level -21, reverb 0.4, echo 0.1
  `,
  sound: { roomSeconds: 1.3, roomLevel: 0.5, echoLevel: 0.3, warmth: 1.4 },
  leads: ['brass', 'flute', 'trumpet'],
});
