import { describe, expect, it } from 'vitest';
import { can, limitOf, plans, subscriptions, tiers, UNLIMITED, upgradeHint } from './plans.ts';

describe('the table of §6', () => {
  it.each([
    ['free', 0, 5, 0, 0, false],
    ['plus', 4.99, UNLIMITED, 3, 100, true],
    ['premium', 9.99, UNLIMITED, UNLIMITED, 1000, true],
    ['platinum', 19.99, UNLIMITED, UNLIMITED, 3000, true],
    ['admin', null, UNLIMITED, UNLIMITED, 0, true],
  ] as const)('%s', (plan_tier, price, savedTracks, playlists, monthlyCredits, allowed) => {
    expect(plans[plan_tier]).toMatchObject({ id: plan_tier, price, monthlyCredits });
    expect(limitOf({ plan_tier }, 'savedTracks')).toBe(savedTracks);
    expect(limitOf({ plan_tier }, 'playlists')).toBe(playlists);
    expect(can({ plan_tier }, 'vote')).toBe(allowed);
    expect(can({ plan_tier }, 'requestSongs')).toBe(allowed);
    expect(can({ plan_tier }, 'createPlaylist')).toBe(allowed);
    expect(can({ plan_tier }, 'publish')).toBe(plan_tier === 'admin');
  });

  it('is the free plan where a plan record is missing, and nothing for a visitor', () => {
    expect(limitOf({}, 'savedTracks')).toBe(5);
    expect(limitOf({ plan_tier: null }, 'playlists')).toBe(0);
    expect(can({}, 'vote')).toBe(false);
    expect(limitOf(null, 'savedTracks')).toBe(0);
    for (const permission of ['vote', 'requestSongs', 'createPlaylist', 'publish'] as const)
      expect(can(null, permission)).toBe(false);
  });

  it('offers three subscriptions, each with its features', () => {
    expect(subscriptions.map((plan) => plan.id)).toEqual(['plus', 'premium', 'platinum']);
    for (const plan of subscriptions) expect(plan.features.length).toBeGreaterThan(3);
  });
});

describe('upgrade hints', () => {
  it.each([
    ['savedTracks', 'free', 'Upgrade to Plus for unlimited saved tracks'],
    ['playlists', 'free', 'Upgrade to Plus to create custom playlists'],
    ['playlists', 'plus', 'Upgrade to Premium for unlimited playlists'],
    ['credits', 'free', 'Upgrade to Plus to participate in song requests and voting'],
    ['requests', 'free', 'Upgrade to Plus to participate in song requests and voting'],
    ['upvotes', 'free', 'Upgrade to Plus to participate in song requests and voting'],
    ['upvotes', undefined, 'Upgrade to Plus to participate in song requests and voting'],
    ['anything', 'free', 'Upgrade for more features'],
    ['toString', 'free', 'Upgrade for more features'],
    ['credits', 'plus', 'Upgrade for more features'],
    ['savedTracks', 'plus', "You've reached your saved tracks limit"],
    ['playlists', 'premium', "You've reached your playlist limit"],
    ['requests', 'plus', 'Upgrade your plan to submit song requests'],
    ['upvotes', 'plus', 'Upgrade your plan to participate in voting'],
  ] as const)('%s for %s: %s', (topic, tier, hint) => expect(upgradeHint(topic, tier)).toBe(hint));

  it('has one for every tier and topic', () => {
    for (const tier of tiers) expect(upgradeHint('playlists', tier)).not.toBe('');
  });
});
