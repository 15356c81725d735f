import { TAKE_PROMPT_MAX } from 'contract/extensions/studio-constants.ts';
import { RIGHTS_MAX } from 'contract/features/publishing-constants.ts';
import type { Wish } from 'contract/features/song-requests.ts';
import { toOneLine } from 'contract/fields.ts';
import { tidyLyrics } from 'contract/text/lyrics.ts';
import { limitsOf } from 'music/composer/wishes/asked.ts';
import { readWishes } from 'music/composer/wishes/reading/read.ts';
import { ALL_LYRICS, type MusicGenerator, SING_LYRICS, type TakeFacts, type TakeSpec } from '../generator.ts';
import { HOUSE_BAND } from '../generators/house-band.ts';
import { askedOf, sungLyrics } from '../generators/prompt.ts';
import type { StudioContext } from '../studio-context.ts';
import { generatorFor } from './make-takes.ts';

/** Characters of a generator's texts. */
const NAME_MAX = 200;
const KEY_MAX = 20;
const TEXT_MAX = 2000;

/** The facts of a made take: what its generator says, and what it was asked for. */
export function factsFor(told: TakeFacts, spec: TakeSpec, generator: MusicGenerator): TakeFacts {
  const facts = cleanFacts(told);
  const heard = told.heard ?? wishesOf({ ...spec, lyrics: null }, generator);
  const { lyrics } = askedOf(spec);
  // The house band tells itself what it sang.
  if (!lyrics || heard.some(({ chip }) => chip === SING_LYRICS)) return { ...facts, heard };
  const isSame = facts.lyrics === undefined ? undefined : tidyLyrics(facts.lyrics) === lyrics;
  return { ...facts, heard: [...heard, sungOf(generator, isSame)] };
}

/**
 * Cleans a generator's facts about a take, once they arrive: everything after that can rely on texts that can be
 * stored, and on numbers that columns can hold. What makes no sense counts as not said.
 */
export function cleanFacts(told: TakeFacts): TakeFacts {
  const { lyrics, ...facts } = told;
  const seed = facts.seed !== null && Number.isSafeInteger(facts.seed) ? facts.seed : null;
  const sung = sungLyrics(lyrics);
  return {
    ...facts,
    model: toOneLine(facts.model, NAME_MAX),
    version: facts.version && toOneLine(facts.version, NAME_MAX),
    seed,
    reproducible: facts.reproducible && seed !== null,
    prompt: toOneLine(facts.prompt, TAKE_PROMPT_MAX),
    rights: toOneLine(facts.rights, RIGHTS_MAX),
    closeness: within(facts.closeness, 0, 1),
    account: facts.account && toOneLine(facts.account, TEXT_MAX),
    bpm: within(facts.bpm, 20, 400),
    musical_key: facts.musical_key && toOneLine(facts.musical_key, KEY_MAX),
    ...(sung !== undefined && { lyrics: sung }),
  };
}

const within = (value: number | null, least: number, most: number) =>
  value !== null && value >= least && value <= most ? value : null;

/** Wishes to a generator in a description and lyrics, and what it cannot do. Takes time linear in the texts. */
export function wishesOf(
  asked: Pick<TakeSpec, 'prompt' | 'lyrics'> & { genre: string | undefined },
  generator: MusicGenerator | undefined,
): Wish[] {
  const { prompt, genre } = asked;
  const wishes = readWishes(prompt, genre);
  const limits = generator?.id === HOUSE_BAND ? limitsOf(wishes) : undefined;
  const read = wishes.map((wish): Wish => {
    const { chip, words, guess } = wish;
    // Other generators read the words themselves.
    if (wish.kind === 'unknown')
      return limits
        ? { chip, words, outcome: 'unknown', why: null }
        : { chip: words, words, outcome: 'asked', why: null };
    const why = limits?.get(wish) ?? (generator ? beyond(wish, generator) : null);
    return {
      chip,
      words,
      ...(guess !== undefined && { guess }),
      outcome: why === null ? 'asked' : 'not possible',
      why,
    };
  });
  const { lyrics } = askedOf({ ...asked, genre: genre ?? '' });
  return lyrics && generator ? [...read, ...singingOf(lyrics, generator)] : read;
}

/** Wishes the studio reads in a request's words, and whether the generator that would make it can fulfill them. */
export const understood = (
  c: Pick<StudioContext, 'generators'>,
  { description, ...asked }: { description: string; genre?: string | undefined; lyrics: string | null },
): Wish[] => {
  const spec = { ...asked, prompt: description, genre: asked.genre ?? '' };
  return wishesOf(
    { ...spec, genre: asked.genre },
    c.generators.length > 0 ? generatorFor(c, spec) : undefined,
  );
};

/** Expected outcome of lyrics, before anything is paid. */
function singingOf(lyrics: string, generator: MusicGenerator): Wish[] {
  const { name, capabilities, limitsOfLyrics } = generator;
  if (!capabilities.lyrics) return [sungOf(generator, undefined)];
  const { none, part } = limitsOfLyrics?.(lyrics) ?? {};
  const wish = { chip: SING_LYRICS, words: '' };
  if (none !== undefined) return [{ ...wish, outcome: 'not possible', why: none }];
  const voice = generator.id === HOUSE_BAND ? ', with a synthetic voice' : '';
  const sung: Wish = { ...wish, outcome: 'asked', why: `By ${name}${voice}` };
  return part === undefined
    ? [sung]
    : [sung, { ...wish, chip: ALL_LYRICS, outcome: 'not possible', why: part }];
}

/** Reason why the generator cannot fulfill a wish; null if it can. */
function beyond(
  wish: ReturnType<typeof readWishes>[number],
  { name, capabilities: { lyrics, maxSeconds } }: Pick<MusicGenerator, 'name' | 'capabilities'>,
): string | null {
  if (wish.kind === 'vocals' && wish.sung && !lyrics) return `${name} doesn’t sing`;
  if (wish.kind === 'length' && wish.seconds > maxSeconds)
    return `A song can last ${maxSeconds} seconds at most`;
  return null;
}

/**
 * Outcome of a request's lyrics.
 * @param isSame whether the generator says that it sang them; undefined if it says nothing.
 */
function sungOf({ name, capabilities }: MusicGenerator, isSame: boolean | undefined): Wish {
  const other = isSame === false ? `${name} sang other words` : null;
  const why = capabilities.lyrics ? other : `${name} plays, it doesn’t sing`;
  const outcome = why !== null ? 'not possible' : isSame ? 'done' : 'asked';
  return { chip: SING_LYRICS, words: '', outcome, why };
}
