import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Playlist } from '../features/playlists.ts';
import { Track } from '../features/tracks.ts';
import { text, webAddress } from '../fields.ts';

const Visibility = z.object({ is_public: z.boolean() });

export const getProfileVisibility = endpoint('GET /auth/me/public-profile', {
  access: 'signed-in',
  summary: 'Tells whether the caller has a public profile. Nobody has one until they turn it on.',
  returns: Visibility,
});

export const setProfileVisibility = endpoint('PUT /auth/me/public-profile', {
  access: 'signed-in',
  confirmed: true,
  summary: "Turns the caller's public profile on or off.",
  body: Visibility,
  returns: Visibility,
});

export const getPersonPage = endpoint('GET /person/:username/page', {
  access: 'anyone',
  cacheable: true,
  cost: 3,
  summary: 'Returns what the public profile of a person shows, also when there is none.',
  params: z.strictObject({ username: text(600) }),
  returns: z.object({
    /** Null if there is no such person or the profile is not public. */
    person: z
      .object({ username: z.string(), avatar_url: webAddress.nullable(), vip: z.boolean() })
      .nullable(),
    /** The latest songs that they requested and that were released. */
    released: z.array(Track),
    /** Their latest public playlists. */
    playlists: z.array(Playlist),
  }),
});
export type PersonPage = z.output<typeof getPersonPage.returns>;
