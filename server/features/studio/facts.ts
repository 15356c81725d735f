import { tidyLyrics } from 'contract/lyrics.ts';
import { TAKE_PROMPT_MAX } from 'contract/studio-constants.ts';
import type { MusicGenerator, TakeFacts, TakeSpec } from './generator.ts';
import { askedOf, sungLyrics } from './generators/prompt.ts';
import { sungOf, wishesOf } from './wishes.ts';

/** Characters of a generator's texts. */
const NAME_MAX = 200;
const KEY_MAX = 20;
const TEXT_MAX = 2000;

/** What a generator says, on one line that both databases can store and pages can show. */
export const line = (text: string, max: number): string =>
  text
    .slice(0, max)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();

/** The facts of a made take: what its generator says, and what it was asked for. */
export function factsFor(told: TakeFacts, spec: TakeSpec, generator: MusicGenerator): TakeFacts {
  const facts = cleanFacts(told);
  const heard = told.heard ?? wishesOf(spec, generator);
  const { lyrics } = askedOf(spec);
  if (!lyrics) return { ...facts, heard };
  const isSame = facts.lyrics === undefined ? undefined : tidyLyrics(facts.lyrics) === lyrics;
  return { ...facts, heard: [...heard, sungOf(generator, isSame)] };
}

/**
 * What a generator says about a take, once it arrives: everything after that can rely on texts that can be stored, and
 * on numbers that columns can hold. What makes no sense counts as not said.
 */
export function cleanFacts(told: TakeFacts): TakeFacts {
  const { lyrics, ...facts } = told;
  const seed = facts.seed !== null && Number.isSafeInteger(facts.seed) ? facts.seed : null;
  const sung = sungLyrics(lyrics);
  return {
    ...facts,
    model: line(facts.model, NAME_MAX),
    version: facts.version && line(facts.version, NAME_MAX),
    seed,
    reproducible: facts.reproducible && seed !== null,
    prompt: line(facts.prompt, TAKE_PROMPT_MAX),
    rights: line(facts.rights, TEXT_MAX),
    closeness: within(facts.closeness, 0, 1),
    account: facts.account && line(facts.account, TEXT_MAX),
    bpm: within(facts.bpm, 20, 400),
    musical_key: facts.musical_key && line(facts.musical_key, KEY_MAX),
    ...(sung !== undefined && { lyrics: sung }),
  };
}

const within = (value: number | null, least: number, most: number) =>
  value !== null && value >= least && value <= most ? value : null;
