/** Kinds of things members can follow. Without zod, so that the pages can import it. */
export const followKinds = ['request', 'artist', 'genre', 'playlist', 'person'] as const;
export type FollowKind = (typeof followKinds)[number];

/** Maximum number of follows per member. */
export const FOLLOWS_MAX = 1000;
