import { drive } from '../sound/drive.ts';
import { kick, kit909 } from '../sound/drums.ts';
import { chorus, eq, sweep } from '../sound/inserts.ts';
import * as play from '../sound/instruments.ts';
import { band } from './line-up.ts';

const { with_ } = play;

const acid = () =>
  with_(
    play.analogBass({ cutoff: 420, sweep: 3, resonance: 0.72, sub: 0, amp: [0.003, 0.2, 0.3, 0.05] }),
    drive({ amount: 2 }),
    sweep({ low: 500, high: 4500, beats: 32 }),
  );

const superSaw = () => ({
  ...with_(
    play.leadSynth({ unison: 5, detune: 32, cutoff: 3800, sweep: 0.8, amp: [0.01, 0.6, 0.7, 0.3] }),
    chorus(),
  ),
  name: 'supersaw',
});

/** Four to the floor in a basement: minor ninths move in parallel, the echo does half of the playing. */
export const deepHouse = band({
  name: 'deep-house',
  genre: 'house:deep-house',
  tempo: [119, 125],
  keys: 'C minor, F minor, A minor, D minor, G minor, Bb minor',
  swing: { share: 0.55, unit: 0.25 },
  feel: 'house',
  kit: {
    ...kit909,
    hat: { ...kit909.hat!, level: 0.16 },
    open: { ...kit909.open!, level: 0.16 },
    ride: { ...kit909.ride!, level: 0.1 },
    kick: { ...kit909.kick!, strike: kick({ from: 195, to: 49, decay: 0.31, click: 0.5, drive: 2 }) },
  },
  drums: { level: -18, reverb: 0.28, loose: 2 },
  chords: {
    a: 'i9 | % | VImaj9 | v9 / i11 | % | iv9 | VImaj9 v7 / i9 | iv9 | VImaj9 | v9 / VImaj9 | v9 | i9 | i11',
    b: 'iv9 | v9 | VImaj9 | bIImaj7 / VImaj9 | VII9sus4 | IIImaj9 | iv9 bIImaj7',
    hook: 'i9 | iv9 | VImaj9 | v9 / VImaj9 | v9 | i9 | %',
    break: 'VImaj9 | v9 | iv9 | bIImaj7 V7#9',
    end: 'VImaj9 | v9 | iv9 | i9',
  },
  themes: {
    hook: '..x..x..x-......|..x..x..x-..x-.. / x..x..x-....x.x-|..x-............ / ...x..x..x--....|...x..x.x---.... / x-.x-.x-..x-....|......x-x-x-....',
    bridge:
      '. 5 7 8 - - 7 5 | 7 - - - . . . . | . 4 5 7 - - 5 4 | 5 - - - - - . . / 5 - - 4 5 - 8 - | 7 - 5 - - - . . | 4 - - 3 4 - 5 - | 3 - 4 5 - - . .',
  },
  voices: {
    analogBass: () =>
      play.analogBass({ wave: 'triangle', sub: 0.35, cutoff: 380, sweep: 1.8, resonance: 0.2 }),
    analogPad: () =>
      with_(play.analogPad({ cutoff: 900, unison: 3 }), sweep({ low: 700, high: 5200, beats: 32 })),
    polySynth: () =>
      play.polySynth({ cutoff: 900, sweep: 2.4, resonance: 0.3, amp: [0.004, 0.22, 0.12, 0.12] }),
    organ: () => with_(play.organ('808008000', { click: 0.12, grit: 1.2 }), eq('highshelf', 4200, 0.7, 3)),
    mutedTrumpet: () => with_(play.mutedTrumpet(), eq('peak', 3200, 0.8, -7), eq('lowpass', 7500)),
    choir: () => with_(play.choir('ah'), eq('highpass', 350)),
  },
  players: `
    bass | analogBass / subBass / fmBass | level -21.5, duck 4.5, late 3, center 34, gate 0.83
      | R--r..R-....5-..|R--r..R-....7-a- / ..R-..R-..5-..R- / R.....R-..5...a- | R..r..8.R..r.5.a / R-.r..5-.R.8..7-|R-.r..5-.R.5..a- / ..R-.R8...R-.R5a
    pad | analogPad / stringSection / airPad | level -24, duck 6, reverb 0.5, center 61, size 3, rootless
    keys | polySynth / electricPiano / grandPiano | level -23.5, pan -0.12, reverb 0.4, echo 0.45, center 63, size 4, rootless, short 0.22
      | ..x..x........x.|..x..x....x..... / ...x..x.....x...|...x..x...x.....
    second | electricPiano / vibraphone / mutedGuitar | level -21.5, pan 0.18, duck 2, late 8, center 65, size 3, rootless, strum 0.012
      | x-----x---..x---|......x-x---.... / ..x---......x-x-|x-----......x---
    lead | organ | level -21.5, pan 0.06, reverb 0.35, echo 0.35, loose 4, duck 1, center 71, gate 0.75
    solo | mutedTrumpet | level -22.5, pan -0.08, reverb 0.5, echo 0.4, late 14, loose 9, center 71
    air | choir / breathPad | level -26.5, pan 0.3, reverb 0.6, echo 0.55, center 69, size 2, rootless
  `,
  sound: { roomSeconds: 1.9, roomDamping: 0.5, echoFeedback: 0.5, warmth: 1.2 },
  ritard: [2, 0.08],
  leads: ['organ', 'pluck synth', 'saxophone'],
});

/** A dark room, one chord, and a filter that takes four minutes to open; here it takes two. */
export const techno = band({
  name: 'techno',
  genre: 'techno',
  tempo: [126, 134],
  keys: 'F minor, A minor, E minor, G minor, C minor',
  feel: 'techno',
  kit: kit909,
  drums: { level: -17, reverb: 0.22, loose: 0.5 },
  chords: {
    a: 'i9 | % | % | iv9 / i | % | bII | i / i9 | % | VImaj7 | i9',
    b: 'iv9 | % | VImaj7 | v7 / bIImaj7 | % | i9 | %',
    hook: 'i9 | % | iv9 | % / i | bII | i | VI',
    break: 'VImaj7 | v7',
    end: 'iv9 | i9 | i9 | i',
  },
  themes: {
    hook: 'x..x..x.....x.x.|x..x..x..x...... / ..x..x..x..x..x.|..x..x..x....... / x.x...x...x.x...|x.x...x.........',
    bridge: 'x-------x-------|x-----x--------- / x-----------x---|x---------------',
  },
  voices: {
    analogBass: () => play.analogBass({ cutoff: 300, sweep: 1.8, sub: 0.7 }),
    polySynth: () =>
      play.polySynth({ cutoff: 800, sweep: 2.6, resonance: 0.35, amp: [0.003, 0.18, 0.08, 0.2] }),
    analogPad: () =>
      with_(play.analogPad({ cutoff: 700, unison: 3 }), sweep({ low: 500, high: 5000, beats: 64 })),
    acid,
    squareLead: () => with_(play.squareLead({ cutoff: 1800, vibrato: 4 }), eq('highpass', 250)),
    counterPolySynth: () => play.polySynth({ cutoff: 1500, amp: [0.003, 0.12, 0.05, 0.1] }),
    soloAnalogPad: () => play.analogPad({ cutoff: 1800, amp: [0.3, 1, 0.8, 1.2] }),
  },
  players: `
    bass | analogBass / reeseBass / subBass | level -19.5, duck 6, loose 0, center 34
      | ..rR..rR..rR..rR / ..R...R...R...R. / ..R..rR...R..rR. | .rRr.rRr.rRr.rR8 / ..Rr..Rr..R8..Rr
    keys | polySynth / pluckSynth / marimba | level -24, reverb 0.5, echo 0.55, duck 3, center 60, size 4
      | ...x..x......... / ..x......x...... / ......x......x.. | ...x..x....x..x. / ..x..x....x..x..
    pad | analogPad / airPad / choir | level -27, duck 6, reverb 0.6
    arp | acid / squareLead / pluckSynth | level -24, echo 0.2, pan 0.15, order 00201032, center 50, gate 0.6 | xxoxx.xoxx.xoxx.
    lead | squareLead | level -23, echo 0.5, reverb 0.45, center 67, gate 0.5, ornaments 0
    counter | counterPolySynth / bells / vibraphone | pan -0.4, echo 0.6
    solo | soloAnalogPad | level -24, reverb 0.6, echo 0.3, center 72
  `,
  sound: { roomSeconds: 2.2, roomLevel: 0.5, echoFeedback: 0.55, warmth: 1.7 },
  leads: ['square lead', 'pluck synth', 'bells'],
});

/** The long way up: offbeat bass, a plucked arpeggio, and a sky full of saws. */
export const trance = band({
  name: 'trance',
  genre: 'trance-psy',
  tempo: [132, 140],
  keys: 'A minor, F# minor, E minor, D minor, B minor',
  feel: 'trance',
  kit: kit909,
  drums: { level: -18, reverb: 0.2, loose: 0.5 },
  chords: {
    a: 'i | VI | III | VII / VI | VII | i | i / i | VII | VI | V',
    b: 'iv | VI | i | VII / VI | III | VII | iv',
    hook: 'VI | VII | i | III / i | VI | III | VII / VI | i | VII | iv',
    break: 'VI | VIIsus4',
    end: 'VI | VII | iadd9 | i',
  },
  themes: {
    hook: 'x--x--x---x-x---|x--x--x-x-x----- / x-x---x-x---x-x-|x-----x--------- / x---x--x--x-x---|x---x--x--------',
    bridge: 'x-------x---x---|x-------x------- / x---x-------x---|x---x-----------',
  },
  voices: {
    analogBass: () => play.analogBass({ cutoff: 520, sweep: 2 }),
    superSaw,
    analogPad: () => play.analogPad({ cutoff: 1500, detune: 26 }),
    pluckSynth: () => play.pluckSynth({ cutoff: 900, sweep: 2.8 }),
    leadSynth: () => play.leadSynth({ unison: 5, detune: 24, cutoff: 4200 }),
    counterPluckSynth: () => play.pluckSynth({ cutoff: 1300 }),
    stringSection: () => play.stringSection({ attack: 0.2 }),
  },
  players: `
    bass | analogBass / fmBass / reeseBass | level -19.5, duck 6, loose 0, center 36
      | ..R...R...R...R. / ..RR..RR..RR..RR | ..RR..RR..RR..R8 / .rRr.rRr.rRr.rRr
    keys | superSaw / polySynth / pluckSynth | level -22.5, duck 5, reverb 0.45, center 65, size 4
      | x-----x-----x--- / X--X--X--X--X-X- | X--X--X--X--X-X- / X-XX-XX-X-XX-XX-
    pad | analogPad / stringSection / choir | duck 6, reverb 0.6
    arp | pluckSynth / squareLead / polySynth | level -24, echo 0.45, duck 3, order 01232142, center 70
    lead | leadSynth | level -21, echo 0.4, reverb 0.5, center 76, slides
    counter | counterPluckSynth / squareLead / bells | pan 0.35, echo 0.5
    solo | stringSection | level -23, reverb 0.6, center 74
  `,
  sound: { roomSeconds: 2.6, echoBeats: 0.75, warmth: 1.3 },
  leads: ['synth lead', 'pluck synth', 'strings'],
});

/** Four bright chords, a chopped voice for a hook, and a chorus that opens its arms. */
export const dancePop = band({
  name: 'dance-pop',
  genre: 'pop:dance-pop',
  tempo: [118, 128],
  keys: 'C major, D major, E major, G major, A major, F major',
  feel: 'pop',
  kit: kit909,
  drums: { level: -17.5, reverb: 0.22, loose: 1.5 },
  chords: {
    a: 'vi | IV | I | V / I | V | vi | IV / vi7 | IVmaj7 | Iadd9 | V / I | iii7 | IVadd9 | V',
    b: 'ii7 | IV | vi | Vsus4 / IVmaj7 | iii7 | ii7 | V',
    hook: 'IV | V | vi | I / vi | IV | I | V / I | V | vi | IV',
    break: 'IVadd9 | Vsus4',
    end: 'IV | V | Iadd9 | I',
  },
  themes: {
    hook: 'x-x-x--x--x-x---|x-x-x--x-------- / ..x-x-x-x--x--x-|x---x-x--------- / x--x--x-x-x-x---|x--x--x---------',
    bridge: 'x---x---x-x-x---|x-------x------- / x-------x---x-x-|x---x-----------',
  },
  voices: {
    analogBass: () => play.analogBass({ cutoff: 480, sweep: 2 }),
    polySynth: () => with_(play.polySynth({ cutoff: 3000 }), eq('highshelf', 5000, 0.7, 6)),
    analogPad: () =>
      with_(play.analogPad({ cutoff: 2400, detune: 24 }), chorus(), eq('highshelf', 5000, 0.7, 6)),
    pluckSynth: () => play.pluckSynth({ cutoff: 900, sweep: 2.6 }),
    leadSynth: () => play.leadSynth({ cutoff: 3200 }),
    choir: () => with_(play.choir('ah'), eq('highpass', 350), eq('peak', 2500, 0.8, 4)),
    soloLeadSynth: () => play.leadSynth({ wave: 'pulse', unison: 2, cutoff: 2800 }),
  },
  players: `
    bass | analogBass / fmBass / fingerBass | level -19.5, duck 5, loose 0.5
      | R-..R-R-..R-..a- / R-r-..R-R-r-..5- / R---..R-R---..a- | ..R-..R-..R-..R- / R-R-R-R-R-R-8-a- / ..R-..8-..R-..a-
    keys | polySynth / grandPiano / electricPiano | level -23.5, reverb 0.35, duck 3, center 64, size 4
      | x--x--x-x--x--x- / X-----x---x-x--- | X--X--X-..X-X--- / X-X-..X-X-..X-X-
    pad | analogPad / stringSection / airPad | duck 5, center 62
    arp | pluckSynth / squareLead / mutedGuitar | echo 0.35, pan -0.3, order 023142
    lead | leadSynth | level -21, reverb 0.4, echo 0.3, center 75, slides
    counter | choir / musicBox / squareLead | level -24, pan 0.3, echo 0.35, center 70, gate 0.5
    solo | soloLeadSynth | level -22, reverb 0.45, echo 0.35
  `,
  sound: { roomSeconds: 1.7, roomLevel: 0.5, warmth: 1.3 },
  leads: ['synth lead', 'square lead', 'pluck synth'],
});
