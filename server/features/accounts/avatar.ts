import { AVATAR_WIDTH } from 'contract/accounts-constants.ts';
import { Problem } from 'contract/errors.ts';
import type { Context } from '../../context.ts';
import { gate } from '../../platform/http/gate.ts';
import { isPicture } from '../../platform/media/picture.ts';
import { avatarInUse, holdUser, swapAvatar } from './queries.ts';

/** A picture may unpack to so many pixels: more than a phone takes, far less than a bomb. */
const MOST_PIXELS = 50_000_000;
const MOST_SECONDS = 10;

const oneAtATime = gate({ atOnce: 1, waiting: 20 });

/**
 * Keeps a picture as the user's own.
 * @throws Problem `bad_picture` for whatever cannot be drawn, or not within bounds.
 */
export async function setAvatar(c: Context, user_id: string, file: unknown): Promise<string> {
  if (!Buffer.isBuffer(file) || !isPicture(file)) throw new Problem('bad_picture');
  const data = await oneAtATime(() => squared(file));
  const avatar_url = await c.media.putWidths([{ width: AVATAR_WIDTH, data }], AVATAR_WIDTH);
  await showAvatar(c, user_id, avatar_url);
  return avatar_url;
}

/**
 * Shows another picture of the store, or none, and drops the one before.
 * @throws Problem `unauthorized` when the account was deleted meanwhile; nothing is left behind then.
 */
export async function showAvatar(c: Context, user_id: string, avatar_url: string | null): Promise<void> {
  const before = await c.db.transaction().execute(async (tx) => {
    if (!(await holdUser(tx, c.engine, user_id))) return undefined;
    return swapAvatar(tx, user_id, avatar_url);
  });
  if (before !== avatar_url) await removeAvatar(c, before === undefined ? avatar_url : before);
  if (before === undefined) throw new Problem('unauthorized');
}

/** Takes a picture out of the store that nobody shows any more. Files are kept by content, so two may share one. */
export async function removeAvatar(c: Context, avatar_url: string | null): Promise<void> {
  if (avatar_url && !(await avatarInUse(c.db, avatar_url))) await c.media.remove(avatar_url);
}

/** Drawn anew, upright and square: no metadata, no place where it was taken, nothing hidden behind the picture. */
async function squared(file: Buffer): Promise<Buffer> {
  // Takes 30 MB and a while to load; most servers never need it.
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(file, { limitInputPixels: MOST_PIXELS, pages: 1, failOn: 'error' })
      .timeout({ seconds: MOST_SECONDS })
      .autoOrient()
      .resize(AVATAR_WIDTH, AVATAR_WIDTH, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    throw new Problem('bad_picture');
  }
}
