import { settle } from './asked.ts';
import { chipOf, lower } from './chips.ts';
import { INSTRUMENTS } from './instruments.ts';
import { TRAITS } from './traits.ts';
import type { Wish } from './wish.ts';

/** Wishes in the forms that other generators take; each of them uses the fields that it has. */
export type Prompt = {
  /** Description of the music, as phrases for a caption: 'slow', 'in D minor', 'strings only'. */
  caption: string[];
  /** The same as single lower-case tags. */
  tags: string[];
  /** Sounds that must not be heard: instruments, vocals. */
  negative: string[];
  /** Beats per minute, where a number was asked for. */
  tempo: number | undefined;
  /** 'D minor' */
  key: string | undefined;
  seconds: number | undefined;
  /** True if nobody shall sing; undefined where nothing was said. */
  instrumental: boolean | undefined;
};

/** Writes wishes for other generators. Words that were not understood, and wishes that gave way to others, are left out. */
export function promptOf(wishes: readonly Wish[]): Prompt {
  const asked = settle(wishes);
  const caption = new Set<string>();
  const tags = new Set<string>();
  const negative = new Set<string>();
  for (const wish of wishes) {
    if (asked.lost.has(wish) || wish.kind === 'unknown') continue;
    if (wish.kind === 'vocals') {
      if (wish.sung) tags.add('vocals');
      else negative.add('vocals');
    } else if (wish.kind === 'instrument') {
      const name = INSTRUMENTS.get(wish.instrument)!.chip.toLowerCase();
      if (wish.how === 'without' && !wish.place) negative.add(name);
      else {
        tags.add([...wish.touch, name].join(' '));
        caption.add(lower(chipOf(wish)));
      }
    } else if ('trait' in wish) {
      const trait = TRAITS.get(wish.trait)!;
      if (wish.amount < 0) negative.add(trait.chip.toLowerCase());
      else {
        caption.add(lower(chipOf(wish)));
        if (!wish.place) tags.add(wish.trait.replaceAll('-', ' '));
      }
    } else caption.add(lower(chipOf(wish)));
  }
  return {
    caption: [...caption],
    tags: [...tags],
    negative: [...negative],
    tempo: asked.bpm,
    key: asked.key,
    seconds: asked.seconds,
    instrumental: asked.sung === undefined ? undefined : !asked.sung,
  };
}
