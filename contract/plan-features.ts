import type { Tier } from './plans.ts';

/** What each plan gives, in the words of §6. Apart from `plans`, since the first page of the product shows none of it. */
export const planFeatures: { readonly [T in Tier]: readonly string[] } = {
  free: ['Listen to every track', 'Up to 5 saved tracks'],
  plus: [
    'Everything in Free',
    'Unlimited saved tracks',
    'Up to 3 playlists',
    '100 credits per month',
    'Voting',
  ],
  premium: [
    'Everything in Plus',
    'Unlimited playlists',
    '1,000 credits per month',
    'Priority request queue',
    'Early access to new songs',
  ],
  platinum: [
    'Everything in Premium',
    '3,000 credits per month',
    'VIP badge and status',
    'Exclusive features',
    'Premium support',
  ],
  admin: [],
};
