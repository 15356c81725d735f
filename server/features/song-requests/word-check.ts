import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';

const matcher = new RegExpMatcher({ ...englishDataset.build(), ...englishRecommendedTransformers });

/**
 * Whether texts hold words that an admin must read before anyone else does, disguised spellings included. Harmless
 * names may be among them, such as Moby Dick's, so this never refuses anything by itself.
 */
export const needsReview = (...texts: string[]): boolean => texts.some((text) => matcher.hasMatch(text));
