import { expect, it } from 'vitest';
import { needsReview } from './submit.ts';

it.each(['this fucking song', 'fuuuuck', 'sh1t happens', 'a55hole', 'ｆｕｃｋ'])(
  '"%s" needs a review',
  (text) => {
    expect(needsReview('Title', text)).toBe(true);
  },
);

it.each([
  'Scunthorpe United on the radio',
  'a classic bass assembly in the grass',
  'cocktail hour, a class act on the saxophone',
  'Highway 455, and a Boeing 717',
  'Cocteau Twins in Essex, for my therapist',
])('"%s" needs none', (text) => {
  expect(needsReview('Title', text)).toBe(false);
});
