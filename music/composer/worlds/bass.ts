import { drive } from '../sound/drive.ts';
import { kick, kit808, kit909, kitAcoustic, snare } from '../sound/drums.ts';
import { eq, sweep } from '../sound/inserts.ts';
import * as play from '../sound/instruments.ts';
import { band } from './line-up.ts';

const { with_ } = play;

/** Half the time, twice the weight: a reese that speaks in quarters, a snare in an empty hall. */
export const bassMusic = band({
  name: 'bass-music',
  genre: 'dubstep-bass:dubstep',
  tempo: [138, 142],
  keys: 'F minor, E minor, G minor, D minor, A minor',
  feel: 'halftime',
  kit: { ...kit808, snare: { ...kit909.snare!, level: 0.85, wet: 0.5 } },
  drums: { level: -17.5, reverb: 0.3, loose: 1 },
  chords: {
    a: 'i | % | VI | % / i | VI | bII | i / i9 | % | iv9 | %',
    b: 'VI | VII | i | % / iv | VI | i | v',
    hook: 'i | % | bII | % / i | VI | i | VII',
    break: 'VImaj7 | v7',
    end: 'VI | v | i | i',
  },
  themes: {
    hook: 'x-----x---x-----|x--x--x--------- / ..x---x-x-----x-|x-x-------x----- / x--x------x--x--|x---------------',
    bridge: 'x-------x-------|x---x----------- / x-----x---------|x-------x-------',
  },
  voices: {
    reeseBass: () =>
      with_(play.reeseBass(), drive({ amount: 2.4 }), sweep({ low: 240, high: 2600, beats: 1 })),
    pluckSynth: () => play.pluckSynth({ cutoff: 800, sweep: 2.2 }),
    analogPad: () => play.analogPad({ cutoff: 900, detune: 28 }),
    organ: () => play.organ('808000000', { click: 0.1 }),
    squareLead: () => play.squareLead({ cutoff: 2600 }),
    choir: () => play.choir('oo'),
    soloPluckSynth: () => play.pluckSynth({ wave: 'pulse', cutoff: 1100 }),
  },
  players: `
    bass | reeseBass / subBass / analogBass | level -18.5, duck 4, loose 0, center 32
      | R-----------R---|R-------8------- / R---R-------R-R-|R-------..R-a--- | R-R-R---R--R--8-|R-R-R---8-5-a--- / R--R--R-8---R-R-|R--R--R-..8-a---
    keys | pluckSynth / electricPiano / polySynth | level -25, reverb 0.5, echo 0.4, center 64, size 3
      | x-----..x------- / ..x-------x----- | x--x--x-..x---x- / x---..x-x---..x-
    pad | analogPad / airPad / stringSection | level -27, duck 4, reverb 0.6
    arp | organ / musicBox / squareLead | level -27, pan -0.35, echo 0.4, order 0213, center 70 | ..x..x....x..x..
    lead | squareLead | level -22.5, echo 0.4, reverb 0.45, center 72, slides
    counter | choir / bells / flute | level -25, pan 0.3, echo 0.4, center 69, gate 0.5
    solo | soloPluckSynth | level -22.5, echo 0.5, reverb 0.5, center 75
  `,
  sound: { roomSeconds: 2.5, roomLevel: 0.5, echoBeats: 0.75, warmth: 1.9 },
  leads: ['square lead', 'bells', 'choir'],
});

/** An 808 that sings, hats that roll, one cold bell: everything else is room. */
export const trap = band({
  name: 'trap',
  genre: 'hip-hop-rap:trap',
  tempo: [132, 148],
  keys: 'C# minor, F minor, G minor, D minor, B minor',
  feel: 'trap',
  kit: { ...kit808, hat: { ...kit808.hat!, level: 0.45 }, open: { ...kit808.open!, level: 0.34 } },
  drums: { level: -17.5, reverb: 0.2, loose: 1 },
  chords: {
    a: 'i | % | VI | v / i | VI | iv | i / i | % | bII | i / VI | VII | i | %',
    b: 'iv | VI | i | v / VI | iv | VII | V',
    hook: 'i | VI | iv | V / i | VII | VI | V',
    break: 'VI | v',
    end: 'VI | v | i | i',
  },
  themes: {
    hook: 'x--x--x-----x-x-|x--x--x--------- / ..x-x-x---x-x---|x-----x--------- / x-x-..x-x-..x---|..x-x-x---------',
    bridge: 'x-------x---x---|x-----------x--- / x-----x---------|x---x---x-------',
  },
  voices: {
    subBass: () => with_(play.subBass(), drive({ amount: 2.4, bias: 0.2 }), eq('lowpass', 1800)),
    pluckSynth: () => play.pluckSynth({ cutoff: 620, sweep: 2.2, wave: 'triangle' }),
    choir: () => with_(play.choir('oo'), eq('lowpass', 2600)),
    arpPluckSynth: () => play.pluckSynth({ cutoff: 1100 }),
    analogPad: () => play.analogPad({ amp: [0.05, 0.4, 0.6, 0.4], cutoff: 1400 }),
  },
  players: `
    bass | subBass / analogBass / fmBass | level -20, duck 3, loose 0, center 32
      | R-----------r---|---------------- / R-------..R-----|R---------5----- / R-----R---------|..R-------a----- | R-----R---R-----|R-------..5-a--- / R-..R-----R---8-|R-------..R-a---
    keys | pluckSynth / electricPiano / grandPiano | level -25, pan -0.2, reverb 0.5, echo 0.3, center 62, size 3
      | x-----x-----x--- / x---..x---..x--- | x-x---x-x---x-x- / x---x-x-..x-x---
    pad | choir / stringSection / breathPad | level -28, reverb 0.6, center 57, size 3
    arp | arpPluckSynth / musicBox / pizzicato | echo 0.45, pan 0.3, order 0212, center 74 | x..x..x...x.x...
    lead | bells | level -22, reverb 0.5, echo 0.35, center 74, gate 0.9
    counter | analogPad / flute / harp | pan -0.35, echo 0.4
    solo | flute | level -22, reverb 0.55, echo 0.3, center 74
  `,
  sound: { roomSeconds: 2.4, roomLevel: 0.5, warmth: 1.5 },
  leads: ['bells', 'flute', 'synth lead'],
});

/** 174 and unhurried: the break runs, the chords breathe every two bars, the sub sings underneath. */
export const liquidDrumAndBass = band({
  name: 'liquid-drum-and-bass',
  genre: 'drum-and-bass-jungle:liquid-drum-and-bass',
  tempo: [171, 176],
  keys: 'F minor, D minor, A minor, C minor, G minor, E minor',
  feel: 'dnb',
  // A funk drummer sped up: high, tight snare, short kick, hats that chatter.
  kit: {
    ...kitAcoustic,
    kick: { ...kitAcoustic.kick!, strike: kick({ from: 180, to: 54, decay: 0.2, click: 0.8, drive: 2.2 }) },
    snare: { ...kitAcoustic.snare!, level: 0.85, strike: snare({ tone: 224, ring: 0.11, bright: 5400 }) },
    hat: { ...kitAcoustic.hat!, level: 0.3 },
  },
  drums: { level: -17.5, reverb: 0.28, loose: 2.5 },
  chords: {
    a: 'VImaj9 | % | VII69 | % | i9 | % | v7 | % / i9 | % | VImaj9 | % | IIImaj9 | % | VII9sus4 | VII / iv9 | % | VII13 | % | IIImaj9 | % | VImaj9 | v7',
    b: 'iv9 | % | bIImaj7 | % | i9 | % | V7#5 | V7b9 / VImaj9 | % | bIImaj7 | % | IIImaj9 | % | V7sus4 | V7b9',
    break: 'VImaj9 | % | v7 | %',
    end: 'VImaj9 | % | i9 | iadd9',
  },
  themes: {
    hook: '5 - - 8 - - 7 - | 5 - - - . . 4 3 | 4 - - 5 - - 3 - | 1 - - - . . . . / . . 3 - 4 - 5 - | - - 7 - 5 - - - | . . 3 - 4 - 5 - | - - 4 - 3 - - - / 8 - - 7 8 - - 5 | - - - - . . . . | 8 - - 7 8 - - 10 | - - 9 - 8 - - - / x-----x-----x---|x-------x-x----- / x---x---..x-----|x-----x-x-------',
    bridge:
      '5 - - - - - 7 - | 8 - - - - - 7 5 | 6 - - - - - 5 - | 4 - - - 5 - - - / 3 - - - - - 4 5 | 6 - - - 5 - - - | 8 - - - - - 7 - | 5 - - - - - - -',
  },
  voices: {
    reeseBass: () => with_(play.reeseBass(), sweep({ low: 350, high: 2600, beats: 16, q: 1.4 })),
    grandPiano: () => with_(play.grandPiano(), eq('highshelf', 5000, 0.7, 2)),
    analogPad: () => play.analogPad({ cutoff: 1000, unison: 3 }),
    stringSection: () => play.stringSection({ attack: 0.25 }),
    pluckSynth: () => play.pluckSynth({ cutoff: 800, wave: 'pulse' }),
    leadGrandPiano: () => with_(play.grandPiano(), eq('highshelf', 3500, 0.7, 3)),
    leadSynth: () =>
      play.leadSynth({
        wave: 'triangle',
        unison: 2,
        cutoff: 3400,
        noise: 0.03,
        amp: [0.05, 0.4, 0.85, 0.3],
      }),
    choir: () => with_(play.choir('ah'), eq('highpass', 300)),
  },
  players: `
    bass | subBass / reeseBass / analogBass | level -19.5, duck 3, reverb 0, center 34, gate 0.95
      | R---------R-----|R-------5-----a- / R-----------R---|----R-----5---a- | R-----r-..R-----|R---8-----5---a- / R---..R-..R---5-|R-----8---7---a- / R-----------5---|R-....R---8-5-a-
    keys | grandPiano / electricPiano / vibraphone | level -23, reverb 0.5, echo 0.2, pan -0.08, duck 1.5, center 62, size 4, rootless
      | x-----------x---|----....x------- / x-------....x-x-|x--------------- | x-----x-----x---|..x---....x-x--- / x---..x---..x---|x-----x-----x---
    pad | analogPad / stringSection / airPad | level -26, duck 3, reverb 0.6
    arp | pluckSynth / harp / marimba | level -26.5, pan 0.3, reverb 0.5, echo 0.5, order 021342, center 74, gate 0.6 | x..x..x..x..x.x.
    lead | leadGrandPiano | level -20.5, pan 0.08, reverb 0.5, echo 0.4, center 76
    solo | leadSynth | level -20.5, reverb 0.55, echo 0.45, late 8, center 76
    air | choir / breathPad | level -28, reverb 0.7, pan -0.15, center 66, size 3, rootless
  `,
  sound: { roomSeconds: 2.4, echoBeats: 1.5, warmth: 1.2 },
  ritard: [4, 0.15],
  leads: ['grand piano', 'synth lead', 'flute'],
});
