import { kitAcoustic, kitBrushes } from '../sound/drums.ts';
import { eq } from '../sound/inserts.ts';
import * as play from '../sound/instruments.ts';
import { bassLine, walkingBass } from '../writing/bass.ts';
import { arpeggio, comp, pad } from '../writing/chords.ts';
import type { Section } from '../writing/section.ts';
import { band, improvised } from './line-up.ts';

const { with_ } = play;

/** Ostinato below, horns across, a solo violin above: the credits have not started yet. */
export const orchestra = band({
  name: 'orchestra',
  genre: 'classical-orchestral:film-score',
  tempo: [72, 96],
  keys: 'D minor, C minor, G minor, A minor, E minor',
  feel: 'orchestra',
  kit: kitAcoustic,
  drums: { level: -24, reverb: 0.6, loose: 6 },
  chords: {
    a: 'i | VI | III | VII / i | iv | VI | V / i | III | VII | iv / i | VI | iv | V7',
    b: 'VI | VII | i | III / bII | VI | iv | V / III | VII | iv | V7',
    hook: 'i | VI | III | VII / VI | III | VII | i',
    break: 'VI | V',
    end: 'iv | V7 | VI | I',
  },
  themes: {
    hook: 'x-----x-x---x---|x--------------- / x---x---x-x-x---|x-------x------- / x-------x---x-x-|x-----------x---',
    bridge: 'x-------x-------|x-----x-x------- / x---x-------x---|x-----------x---',
  },
  voices: {
    stringSection: () => ({
      ...with_(play.stringSection({ attack: 0.1 }), eq('lowpass', 1200)),
      name: 'double basses',
    }),
    keysStringSection: () => play.stringSection({ attack: 0.03 }),
    brassSection: () => with_(play.brassSection(), eq('lowpass', 3200)),
    choir: () => play.choir('ah'),
  },
  players: `
    bass | stringSection / cello | level -22, reverb 0.3, duck 0, loose 8, center 36
      | R--------------- / R-------R------- | R---R---R---R--- / R---R-R-R---R-R-
    keys | keysStringSection / pizzicato / grandPiano | level -23, reverb 0.45, loose 6, duck 0, center 60, size 4
      | x.x.x.x.x.x.x.x. / x.xxx.x.x.xxx.x. / x..x..x.x..x..x. | XxxxXxxxXxxxXxxx / X.xxX.xxX.xxX.xx
    pad | brassSection / choir / french horn | level -25, reverb 0.6, duck 0, size 4, center 57
    arp | harp / pizzicato / marimba | level -25.5, pan -0.4, reverb 0.55, echo 0, order 01234321, rate 0.5, center 66, gate 1.5
    lead | soloString | level -21, pan -0.1, reverb 0.5, echo 0, late 8, loose 10, center 76, slides
    counter | choir / flute / clarinet | level -25, reverb 0.7, echo 0, center 66
    solo | flute | level -22, pan 0.25, reverb 0.55, echo 0, center 77
  `,
  sound: { roomSeconds: 2.8, roomDamping: 0.5, roomLevel: 0.7, echoLevel: 0, warmth: 0.8 },
  ritard: [4, 0.4],
  leads: ['violin', 'clarinet', 'flute'],
});

/** Vienna's second beat: a little early, a little longer; the third is only touched. */
const vienna = (section: Section) =>
  comp(section, ['.Xx|.Xx|.Xx|.X-', '.Xx|.Xx|.Xx|.x.', '.Xx|.xx|.X-|.xx'], {
    center: 61,
    size: 3,
    velocity: 0.52,
  }).map((note) =>
    Math.abs((note.beat % 3) - 1) < 0.01
      ? { ...note, beat: note.beat - 0.07, length: Math.min(note.length, 1) * 0.6 }
      : { ...note, length: 0.36, velocity: note.velocity * 0.8 },
  );

/** A clarinet quintet after supper: the second beat comes early, the fourth bar late, and the trio is in the major. */
export const chamberWaltz = band({
  name: 'chamber-waltz',
  genre: 'classical-orchestral:chamber-music',
  tempo: [138, 156],
  keys: 'D minor, G minor, A minor, C minor, E minor',
  beatsPerBar: 3,
  feel: 'waltz',
  rubato: [12, 0.13],
  chords: {
    a: 'i | i/3 | iv | iv/3 | V7 | V7/5 | i/5 i/5 V7 | i / i | VI | iv | iiø | V7 | V7/3 | i/5 i/5 V7 | i / i | i/5 | iv/3 | bIImaj7 | V7/5 | V7 | VI VI V7 | i',
    b: 'III | III | iv | VII7 | VII7 | VII7/3 | III | V7 / VI | iv | III/5 | VI | bIImaj7 | iiø | V7 | V7b9',
    hook: 'i | i/3 | iv | iv/3 | V7 | V7/5 | i/5 i/5 V7 | i / VI | iv | i/5 | i | bIImaj7 | iiø | V7 | i',
    break: 'VI | bIImaj7 | V7sus4 | V7',
    end: 'iv | i/5 | V7 | i',
  },
  themes: {
    verse:
      '5 - - - 4 3 | 5 - - - - 4 | 6 - - - 5 4 | 6 - - - - 7 | 7 - - - 8 9 | 7 - 5 - 4 - | 3 - 4 - 2 - | 1 - - - - - / 1 2 3 4 5 - | 8 - - 7 6 5 | 8 - 7 6 5 4 | 4 - - - 2 3 | 5 - 7 - 9 8 | 11 - - - 9 - | 10 - 9 8 7 - | 8 - - - - -',
    hook: '3 - 2 | 1 - 5 | 6 - 5 | 4 - - | 2 - 3 | 4 - 5 | 3 - 2 | 1 - - / 8 - - | 7 - 5 | 6 - - | 4 - 6 | 5 - - | 4 - 2 | 3 - 2 | 1 - - / x---x-|x-----|x-x-x-|x----- / x-----|x---xx|x---x-|x-----',
    bridge:
      '7 - - | 7 8 9 | 8 - 6 | 9 - - | 9 - 8 | 6 - 8 | 7 - - | 5 - - / 5 7 10 | 10 - - | 8 - 9 | 6 - - | 9 8 6 | 4 - 6 | 5 - - | 7 - -',
  },
  voices: {
    uprightBass: () => with_(play.uprightBass(), eq('lowshelf', 120, 0.7, 1)),
    stringSection: () => play.stringSection({ attack: 0.045 }),
    padStringSection: () => play.stringSection({ attack: 0.3 }),
    pizzicato: () => with_(play.pizzicato(), eq('lowpass', 5200)),
    leadSoloString: () => with_(play.soloString(), eq('peak', 3100, 0.9, 1.5)),
    clarinet: () => with_(play.clarinet(), eq('highshelf', 4200, 0.7, 2)),
  },
  plays: {
    keys: vienna,
    second: (s) => arpeggio(s, [0, 1, 2, 3, 4, 2], { rhythm: 'x.xxxx|x.x.x.', center: 62, velocity: 0.5 }),
    air: (s) => pad(s, { center: 53, size: 1, velocity: 0.55 }),
  },
  players: `
    bass | uprightBass / cello | level -21, reverb 0.22, duck 0, loose 7, center 41, velocity 0.74
      | R--|R--|R--|R-a / R--|R--|R-5|R-a | R--|R-5|R--|R-a / R--|R--|R-5|R-a
    keys | stringSection / grandPiano / nylonGuitar | level -24.5, pan 0.08, reverb 0.4, loose 8, duck 0
    pad | padStringSection / accordion | level -26.5, reverb 0.55, highpass 160, loose 20, center 62, size 4, velocity 0.55
    arp | pizzicato / harp / grandPiano | level -25, pan -0.34, reverb 0.45, echo 0, loose 9, order 2312, center 68, velocity 0.5
      | .xx|.x.|.xx|.xx
    second | harp / grandPiano / pizzicato | level -26, pan -0.4, reverb 0.5, loose 10
    lead | leadSoloString | level -20.5, pan -0.22, reverb 0.5, echo 0, late 4, loose 12, center 77, gate 0.99
    counter | clarinet / flute / cello | level -22.5, pan 0.14, reverb 0.45, echo 0, late 8, loose 10, center 69
    solo | clarinet | level -21.5, pan 0.14, reverb 0.45, echo 0, late 8, loose 10, center 73, gate 0.98
    air | soloString / cello | level -24, pan 0.34, reverb 0.45, highpass 90, late 10, loose 12
  `,
  energies: [0.62, 0.76, 0.9, 0.84, 0.5, 1, 0.66],
  sound: { roomSeconds: 2.1, roomLevel: 0.75, echoLevel: 0, warmth: 0.7 },
  ritard: [6, 0.5],
  leads: ['violin', 'clarinet', 'flute'],
});

/** A late set in a small room: head, choruses, bass to the fore, head out. Twelve steps to the bar are triplets. */
export const jazzTrio = band({
  name: 'jazz-trio',
  genre: 'jazz:piano-trio',
  tempo: [138, 164],
  keys: 'F major, Bb major, Eb major, C major, G minor, D minor',
  standard: true,
  swing: { share: 0.64, unit: 0.5 },
  feel: 'swing',
  kit: kitBrushes,
  drums: { level: -25.5, reverb: 0.45, late: 3, loose: 5 },
  chords: {
    a: 'Imaj9 | VI7b9 | ii9 | V13 | iii7 VI7b9 | ii9 V13 | I69 VI7b9 | ii9 V7alt / ii9 | V13 | Imaj9 | IVmaj7 | iiø | V7b9 | i69 | v7 I7b9',
    b: 'IVmaj7 | iv6 bVII13 | iii7 | VI7alt | II9 | % | ii9 | V7alt / v9 | I13 | IVmaj9 | % | iv9 | bVII13 | ii9 | V7b9',
    break: 'ii9 | V13 | iii7 | VI7b9',
    end: 'ii9 | V7alt | bIImaj7 | Imaj9',
  },
  themes: {
    hook: 'x-.xx-.x----|..x.x-x----- / x-----..xx-x|x-----...... / ..xx-xx-----|x--.......xx',
    bridge: 'x---.xx-x---|x---....x-x- / x-----x-x---|x---x-------',
  },
  voices: {
    grandPiano: () => with_(play.grandPiano(), eq('highshelf', 4000, 0.7, 2)),
    leadGrandPiano: () => with_(play.grandPiano(), eq('highshelf', 3500, 0.7, 4)),
  },
  plays: {
    bass: (s, text) => (text === 'walking' ? walkingBass(s) : bassLine(s, text.split(' / '))),
    solo: improvised({ center: 76, density: 0.88, spice: 0.35 }),
  },
  players: `
    bass | uprightBass / uprightBass / fingerBass | level -22.5, reverb 0.1, duck 0, late -4, loose 6 | R---5-a- / R---5---|R-5-3-a- | walking
    keys | grandPiano / grandPiano / jazz guitar | level -25, pan -0.12, reverb 0.35, late 10, center 57, size 4, rootless, velocity 0.55, anticipate
      | x..x....|..x..... / ...x--..|.x....x- / x-.....x|--..x... | ..x..x..|...x..x. / x..x....|..x...xx / ...x..x-|.x..x...
    lead | leadGrandPiano | level -21, pan 0.1, reverb 0.35, echo 0, late 14, loose 9, no swing, center 75, ornaments 0.2
    solo | leadGrandPiano | level -20.5, pan 0.1, reverb 0.32, echo 0, late 12, loose 8
  `,
  energies: [0.72, 0.8, 0.84, 0.86, 0.6, 0.97, 0.7],
  sound: { roomSeconds: 1.1, roomDamping: 0.55, roomLevel: 0.6, echoLevel: 0 },
  ritard: [6, 0.3],
  leads: ['grand piano', 'saxophone', 'vibraphone'],
});
