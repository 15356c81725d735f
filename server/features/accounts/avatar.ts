import { AVATAR_WIDTH } from 'contract/accounts-constants.ts';
import { Problem } from 'contract/errors.ts';
import { concurrencyLimit } from '../../platform/concurrency-limit.ts';
import { isPicture, isTooManyPixels, MAX_PIXELS } from '../../platform/media/picture.ts';
import type { AccountsContext } from './accounts-context.ts';
import { isAvatarInUse, lockUser, replaceAvatar } from './queries.ts';

const MOST_SECONDS = 10;

const oneAtATime = concurrencyLimit({ atOnce: 1, waiting: 20 });

/**
 * Sets a user's picture.
 * @returns its path on our origin.
 * @throws Problem `bad_picture`, `too_many_pixels` for a file that cannot be decoded within bounds; `unauthorized` if the account has
 *   been deleted meanwhile.
 */
export async function setAvatar(c: AccountsContext, user_id: string, file: unknown): Promise<string> {
  if (!Buffer.isBuffer(file) || !isPicture(file)) throw new Problem('bad_picture');
  if (isTooManyPixels(file)) throw new Problem('too_many_pixels');
  const data = await oneAtATime(() => squared(file));
  const avatar_url = await c.media.putWidths([{ width: AVATAR_WIDTH, data }], AVATAR_WIDTH);
  const before = await c.db.transaction().execute(async (tx) => {
    if ((await lockUser(tx, c.engine, user_id)) === undefined) return undefined;
    return replaceAvatar(tx, user_id, avatar_url);
  });
  if (before === undefined) {
    await discardAvatar(c, avatar_url);
    throw new Problem('unauthorized');
  }
  if (before !== avatar_url) await discardAvatar(c, before);
  return avatar_url;
}

/**
 * Removes a picture that no user shows any more; files are stored by content, so two users may share one. Never
 * fails: the work of the call is done by now, and the daily sweep removes what is left.
 */
export async function discardAvatar(c: AccountsContext, avatar_url: string | null): Promise<void> {
  if (!avatar_url) return;
  try {
    if (!(await isAvatarInUse(c.db, avatar_url))) await c.media.remove(avatar_url);
  } catch {
    // Left to the sweep.
  }
}

/** Re-encodes a picture, upright and square, without metadata such as its location. */
async function squared(file: Buffer): Promise<Buffer> {
  // Loaded on first use: it takes 30 MB and a while.
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(file, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: 'error' })
      .timeout({ seconds: MOST_SECONDS })
      .autoOrient()
      .resize(AVATAR_WIDTH, AVATAR_WIDTH, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    throw new Problem('bad_picture');
  }
}
