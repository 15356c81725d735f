import { english, type Message, message } from './text/messages.ts';

/** The plans of §6, without zod: the browser loads this file with every button that depends on the plan. */

export const tiers = ['free', 'plus', 'premium', 'platinum', 'admin'] as const;
export type Tier = (typeof tiers)[number];

/** Every count compares as smaller. */
export const UNLIMITED = Number.POSITIVE_INFINITY;

export interface Plan {
  id: Tier;
  name: string;
  /** US dollars a month; null if no price is shown. */
  price: number | null;
  /** Credits granted each month. */
  monthlyCredits: number;
  features: readonly (string | Message)[];
  canUpvote: boolean;
  canRequestSongs: boolean;
  canCreatePlaylist: boolean;
  maxPlaylists: number;
  maxSavedTracks: number;
}

export const plans: { readonly [T in Tier]: Plan } = {
  free: definePlan(
    {
      id: 'free',
      name: english('Free'),
      price: 0,
      monthlyCredits: 0,
      canUpvote: false,
      canRequestSongs: false,
      canCreatePlaylist: false,
      maxPlaylists: 0,
      maxSavedTracks: 5,
    },
    ({ maxSavedTracks }) => [english('Listen to every track'), savedTracks(maxSavedTracks)],
  ),
  plus: definePlan(
    {
      id: 'plus',
      name: english('Plus'),
      price: 4.99,
      monthlyCredits: 100,
      canUpvote: true,
      canRequestSongs: true,
      canCreatePlaylist: true,
      maxPlaylists: 3,
      maxSavedTracks: UNLIMITED,
    },
    ({ maxSavedTracks, maxPlaylists, monthlyCredits }) => [
      english('Everything in Free'),
      savedTracks(maxSavedTracks),
      playlists(maxPlaylists),
      perMonth(monthlyCredits),
      english('Voting'),
      english('Song requests'),
    ],
  ),
  premium: definePlan(
    {
      id: 'premium',
      name: english('Premium'),
      price: 9.99,
      monthlyCredits: 1000,
      canUpvote: true,
      canRequestSongs: true,
      canCreatePlaylist: true,
      maxPlaylists: UNLIMITED,
      maxSavedTracks: UNLIMITED,
    },
    ({ maxPlaylists, monthlyCredits }) => [
      english('Everything in Plus'),
      playlists(maxPlaylists),
      perMonth(monthlyCredits),
      english('Priority request queue'),
      english('Early access to new songs'),
    ],
  ),
  platinum: definePlan(
    {
      id: 'platinum',
      name: english('Platinum'),
      price: 19.99,
      monthlyCredits: 3000,
      canUpvote: true,
      canRequestSongs: true,
      canCreatePlaylist: true,
      maxPlaylists: UNLIMITED,
      maxSavedTracks: UNLIMITED,
    },
    ({ monthlyCredits }) => [
      english('Everything in Premium'),
      perMonth(monthlyCredits),
      english('VIP badge and status'),
      english('Exclusive features'),
      english('Premium support'),
    ],
  ),
  admin: definePlan(
    {
      id: 'admin',
      name: english('Admin'),
      price: null,
      monthlyCredits: 0,
      canUpvote: true,
      canRequestSongs: true,
      canCreatePlaylist: true,
      maxPlaylists: UNLIMITED,
      maxSavedTracks: UNLIMITED,
    },
    () => [],
  ),
};

type Terms = Omit<Plan, 'features'>;

function definePlan(terms: Terms, features: (terms: Terms) => Plan['features']): Plan {
  return { ...terms, features: features(terms) };
}

function savedTracks(most: number) {
  if (most === UNLIMITED) return english('Unlimited saved tracks');
  return message('Up to {most, plural, one {# saved track} other {# saved tracks}}', { most });
}

function playlists(most: number) {
  if (most === UNLIMITED) return english('Unlimited playlists');
  return message('Up to {most, plural, one {# playlist} other {# playlists}}', { most });
}

function perMonth(credits: number) {
  return message('{credits, plural, one {# credit} other {# credits}} per month', { credits });
}

/** The plans that the credits dialog offers as subscriptions (§2), cheapest first. */
export const subscriptions = [plans.plus, plans.premium, plans.platinum] as const;

/** A signed-in user or their account status; null or undefined for a visitor. */
export type PlanHolder = { plan_tier?: Tier | null } | null | undefined;

export function isTier(value: unknown): value is Tier {
  return (tiers as readonly unknown[]).includes(value);
}

/** The highest of these plans; the free one of none. */
export function highestTier(among: readonly (Tier | null)[]): Tier {
  return tiers.findLast((tier) => among.includes(tier)) ?? 'free';
}

/** Tells whether a plan above this one is sold. */
export const canUpgrade = (tier: Tier) => tier !== 'platinum' && tier !== 'admin';

/** Platinum members have a VIP badge beside their name, and premium support. */
export const isVip = (tier: Tier | null | undefined) => tier === 'platinum';

/** A missing plan record is free (§6). */
export function planOf(user: PlanHolder): Plan {
  return plans[user?.plan_tier ?? 'free'];
}

export type Permission = 'vote' | 'requestSongs' | 'createPlaylist' | 'publish';

/** Tells whether the plan allows it; a visitor may do none of these. */
export function can(user: PlanHolder, permission: Permission): boolean {
  if (!user) return false;
  const plan = planOf(user);
  switch (permission) {
    case 'vote':
      return plan.canUpvote;
    case 'requestSongs':
      return plan.canRequestSongs;
    case 'createPlaylist':
      return plan.canCreatePlaylist;
    case 'publish':
      return plan.id === 'admin';
  }
}

/** Maximum number that the plan allows: `UNLIMITED` without a limit, 0 for a visitor. */
export function limitOf(user: PlanHolder, what: 'savedTracks' | 'playlists'): number {
  if (!user) return 0;
  const plan = planOf(user);
  return what === 'savedTracks' ? plan.maxSavedTracks : plan.maxPlaylists;
}

/** The limit a user reached; any other topic is allowed (§6: "Any other topic"). */
export type UpgradeTopic = 'savedTracks' | 'playlists' | 'credits' | 'requests' | 'upvotes' | (string & {});

const TAKE_PART = english('Upgrade to Plus to participate in song requests and voting');

const hints: Record<string, Partial<Record<Tier, string>>> = english({
  savedTracks: { free: 'Upgrade to Plus for unlimited saved tracks' },
  playlists: {
    free: 'Upgrade to Plus to create custom playlists',
    plus: 'Upgrade to Premium for unlimited playlists',
  },
  credits: { free: TAKE_PART },
  requests: { free: TAKE_PART },
  upvotes: { free: TAKE_PART },
});

/** §8's words for plans without a hint. */
const otherwise: Record<string, string> = english({
  savedTracks: "You've reached your saved tracks limit",
  playlists: "You've reached your playlist limit",
  requests: 'Upgrade your plan to submit song requests',
  upvotes: 'Upgrade your plan to participate in voting',
});

/** §6's upgrade hint for a user of this tier. */
export function upgradeHint(topic: UpgradeTopic, tier: Tier | null | undefined): string {
  const hint = Object.hasOwn(hints, topic) && (hints[topic]![tier ?? 'free'] ?? otherwise[topic]);
  return hint || english('Upgrade for more features');
}

/** A free user's tooltip on the button that requests a song (§6). */
export const REQUEST_TOOLTIP = english('Upgrade to Plus, Premium or Platinum to request songs');
