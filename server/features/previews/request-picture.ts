import { Problem } from 'contract/errors.ts';
import { VOTE_GOAL } from 'contract/song-requests-constants.ts';
import type { Context } from '../../platform/context.ts';
import { etagOf } from '../../platform/http/compress.ts';
import type { PictureCache } from '../../platform/media/picture.ts';
import { getRequestPage } from '../song-requests/song-requests.ts';
import type { Picture } from './song-picture.ts';

/** Changes with the drawing, so that nobody keeps an old one. */
const VERSION = 1;

/**
 * The picture of a request that visitors may see.
 * @param lamp draws it as it was when this lamp was lit, as somebody's own; null draws it as it is.
 * @throws Problem `not_found`, also for a lamp that nobody has lit.
 */
export async function findRequestPicture(
  c: Context,
  draw: PictureCache<Buffer>,
  id: string,
  lamp: number | null,
): Promise<Picture> {
  const { title, artist, votes } = await getRequestPage(c, null, id);
  const all = Math.min(votes, VOTE_GOAL);
  if (lamp !== null && (lamp < 1 || lamp > all)) throw new Problem('not_found');
  const picture = { title, artist, lit: lamp ?? all, lamp };
  const etag = etagOf(JSON.stringify([VERSION, 'request', picture]));
  return {
    etag,
    draw: () => draw(etag, async () => (await import('./draw-request.ts')).drawRequest(picture)),
  };
}
