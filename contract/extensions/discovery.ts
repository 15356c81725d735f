import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { SimilarTrack } from '../features/track-page.ts';
import { idParams } from '../fields.ts';
import { english } from '../text/messages.ts';

export const listSimilar = endpoint('GET /track/:id/similar', {
  access: 'anyone',
  cacheable: true,
  cost: 3,
  summary:
    'Lists live tracks that resemble a track, the most similar first, with the reasons in words. Also for a track that was deleted.',
  params: idParams,
  query: z.object({
    limit: z.coerce
      .number(english('The limit must be a whole number from 1 to 24.'))
      .int(english('The limit must be a whole number from 1 to 24.'))
      .min(1, english('The limit must be a whole number from 1 to 24.'))
      .max(24, english('The limit must be a whole number from 1 to 24.'))
      .default(8),
  }),
  returns: z.array(SimilarTrack),
});
