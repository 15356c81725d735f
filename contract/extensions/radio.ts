import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Track } from '../features/tracks.ts';
import { text } from '../fields.ts';
import { english } from '../text/messages.ts';

/** Number of last played tracks that a radio remembers. */
export const RADIO_MEMORY = 60;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const getRadio = endpoint('GET /radio', {
  access: 'anyone',
  cost: 6,
  summary:
    'Returns the next tracks of a radio that starts from a track, an artist or a genre. The caller keeps what was played and asks again: it never ends while there are tracks.',
  query: z.object({
    /** `track:{id}`, `artist:{slug}` or `genre:{slug}`. */
    seed: text(700).refine(
      (seed) => /^(track|artist|genre):./s.test(seed),
      english('Please give track:ID, artist:SLUG or genre:SLUG.'),
    ),
    /** Ids of the tracks that were played, the last one first, separated by commas. */
    played: text(RADIO_MEMORY * 37)
      .transform((list) => (list === '' ? [] : list.split(',')))
      .refine((ids) => ids.every((id) => UUID.test(id)), english('Please give ids of tracks.'))
      .default([]),
  }),
  returns: z.object({
    /** Name of the seed. */
    name: z.string(),
    tracks: z.array(Track),
  }),
});
