import { drive } from './drive.ts';
import { fm } from './fm.ts';
import { chorus, eq } from './inserts.ts';
import * as band from './instruments.ts';
import { pluck } from './pluck.ts';
import type { Voice } from './voice.ts';

const { with_ } = band;
const named = (name: string, voice: Voice): Voice => ({ ...voice, name });

/** Instruments that can carry a tune, by the name a genre's row uses. */
export const LEADS = {
  accordion: band.accordion,
  banjo: band.banjo,
  bells: band.bells,
  brass: () => with_(band.brassSection(), drive({ amount: 1.4 })),
  choir: () => with_(band.choir('ah'), eq('highpass', 220)),
  clarinet: band.clarinet,
  'clean guitar': () => with_(band.cleanGuitar(), eq('peak', 2500, 0.8, -4)),
  'electric guitar': () => with_(band.overdrivenGuitar({ gain: 6, tone: 4600 }), eq('peak', 2600, 0.7, -5)),
  'electric piano': band.electricPiano,
  fiddle: () => named('fiddle', with_(band.soloString(), eq('peak', 3000, 0.9, 2))),
  flute: band.flute,
  'grand piano': () => with_(band.grandPiano(), eq('highshelf', 3500, 0.7, 3)),
  harp: band.harp,
  harpsichord: () =>
    named(
      'harpsichord',
      pluck({ decay: 2.2, brightness: 0.98, position: 0.09, noise: 0.5, ring: 3, release: 0.06 }),
    ),
  kora: band.kora,
  marimba: band.marimba,
  melodica: band.freeReed,
  'music box': band.musicBox,
  'muted trumpet': () => with_(band.mutedTrumpet(), eq('peak', 3200, 0.8, -6)),
  'nylon guitar': band.nylonGuitar,
  organ: () => with_(band.organ('886400003', { grit: 1.8 })),
  oud: () =>
    named(
      'oud',
      pluck({
        decay: 1.5,
        brightness: 0.55,
        position: 0.16,
        noise: 0.4,
        ring: 2,
        body: [
          [130, 4, 0.8],
          [310, 4, 0.7],
          [820, 2, 0.5],
        ],
      }),
    ),
  pizzicato: band.pizzicato,
  'pluck synth': () => band.pluckSynth({ cutoff: 900, sweep: 2.6 }),
  saxophone: band.saxophone,
  sitar: () =>
    named(
      'sitar',
      with_(
        pluck({ decay: 4, brightness: 0.97, position: 0.06, noise: 0.3, ring: 4, release: 0.5 }),
        drive({ amount: 2.2, bias: 0.3 }),
        eq('peak', 2300, 1.2, 6),
        chorus({ rate: 0.3, depth: 1, mix: 0.2 }),
      ),
    ),
  'square lead': () => band.squareLead(),
  'steel guitar': band.steelGuitar,
  steelpan: () =>
    named(
      'steelpan',
      fm(
        [
          { ratio: 1, level: 0.5, decay: 1.1, modulator: { ratio: 2.01, index: 1.1, decay: 0.25 } },
          { ratio: 2.005, level: 0.22, decay: 0.7, pan: 0.2 },
          { ratio: 3.02, level: 0.08, decay: 0.35, pan: -0.2 },
        ],
        { ring: 1.6, release: 0.35, knock: 0.25 },
      ),
    ),
  strings: () => band.stringSection({ attack: 0.09 }),
  'synth lead': () => band.leadSynth(),
  trumpet: () => with_(band.trumpet(), eq('peak', 3200, 0.8, -3)),
  vibraphone: band.vibraphone,
  violin: () => named('violin', band.soloString()),
  whistle: () => named('whistle', with_(band.flute(), eq('highshelf', 4000, 0.7, 3))),
} as const satisfies Record<string, () => Voice>;

export type LeadName = keyof typeof LEADS;
