import type { Wish } from 'contract/song-requests.ts';
import { foresee } from 'music/composer/wishes/asked.ts';
import { readWishes } from 'music/composer/wishes/read.ts';
import type { MusicGenerator, TakeSpec } from './generator.ts';
import { HOUSE_BAND } from './generators/house-band.ts';

/** What a generator will be asked for by a description, and what it cannot do. Takes time linear in the text. */
export function wishesOf(
  { prompt, genre }: Pick<TakeSpec, 'prompt'> & { genre: string | undefined },
  generator: Pick<MusicGenerator, 'id' | 'name' | 'capabilities'> | undefined,
): Wish[] {
  const wishes = readWishes(prompt, genre);
  const limits = generator?.id === HOUSE_BAND ? foresee(wishes) : undefined;
  return wishes.map((wish): Wish => {
    const { chip, words } = wish;
    // Other generators read the words themselves.
    if (wish.kind === 'unknown')
      return limits
        ? { chip, words, outcome: 'unknown', why: null }
        : { chip: words, words, outcome: 'asked', why: null };
    const isMute = wish.kind === 'vocals' && wish.sung && generator && !generator.capabilities.lyrics;
    const why = limits?.get(wish) ?? (isMute ? `${generator.name} doesn’t sing` : null);
    return { chip, words, outcome: why === null ? 'asked' : 'not possible', why };
  });
}

/**
 * What becomes of a request's lyrics.
 * @param isSame whether the generator says that it sang them; undefined if it says nothing.
 */
export function sungOf({ name, capabilities }: MusicGenerator, isSame: boolean | undefined): Wish {
  const other = isSame === false ? `${name} sang other words` : null;
  const why = capabilities.lyrics ? other : `${name} plays, it doesn’t sing`;
  const outcome = why !== null ? 'not possible' : isSame ? 'done' : 'asked';
  return { chip: 'Sing the lyrics', words: '', outcome, why };
}
