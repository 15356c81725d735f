import { fold, wordsOf } from 'contract/fold.ts';
import { genres } from 'contract/genres.ts';

/** Every genre with its folded label. */
export const foldedGenres = genres
  .flatMap((parent) => [parent, ...parent.subs])
  .map(({ value, label }) => ({ genre: value, label, name: fold(label) }));

/** The folded words of all labels. */
export const genreWords = [...new Set(foldedGenres.flatMap(({ name }) => wordsOf(name)))];
