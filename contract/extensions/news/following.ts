import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { epochMs, id, idParams, listCost, nothing, pageQuery, text } from '../../fields.ts';
import { english } from '../../text/messages.ts';
import { followKinds } from './following-constants.ts';

const FollowTarget = z.object({
  kind: z.enum(followKinds, english('Please name a request, an artist, a genre, a playlist or a person.')),
  /** The id of a request or a playlist, the slug of an artist, a genre, or a username. */
  target: text(600),
});
export type FollowTarget = z.output<typeof FollowTarget>;

const Following = z.object({
  /** Null while the caller doesn't follow it. */
  id: id.nullable(),
});

export const getFollow = endpoint('GET /follow', {
  access: 'signed-in',
  summary: 'Tells whether the caller follows something. 404 `not_found` if it is not public.',
  query: FollowTarget,
  returns: Following,
});

export const follow = endpoint('POST /follow', {
  access: 'signed-in',
  summary:
    'Follows a request, an artist, a genre, a public playlist or a person with a public profile; again is no error. 409 `too_many_follows`.',
  body: FollowTarget,
  returns: Following,
});

export const unfollow = endpoint('DELETE /follow/:id', {
  access: 'signed-in',
  summary: 'Ends a follow of the caller.',
  params: idParams,
  returns: nothing,
});

export const Follow = z.object({
  id,
  kind: z.enum(followKinds),
  /** As `POST /follow` takes it. Null, as is the name, if it is no longer public; its news pause. */
  target: z.string().nullable(),
  name: z.string().nullable(),
  /** Of the artist's most heard song, or the playlist's first; null without one. */
  cover_image_url: z.string().nullable(),
  /** Genre that a request's face is drawn from, with its id; null for anything else. */
  genre: z.string().nullable(),
  votes: z.int().nonnegative().nullable(),
  created_at: epochMs,
});
export type Follow = z.output<typeof Follow>;

export const listFollows = endpoint('GET /follow/list', {
  access: 'signed-in',
  cost: listCost,
  summary: 'Lists what the caller follows, latest first.',
  query: pageQuery,
  returns: z.array(Follow),
});
