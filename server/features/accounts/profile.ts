import { randomInt } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { AVATAR_WIDTH, USERNAME_MAX, USERNAME_MIN } from 'contract/features/accounts/accounts-constants.ts';
import type { LanguageCode } from 'contract/languages.ts';
import { fold } from 'contract/text/fold.ts';
import { message } from 'contract/text/messages.ts';
import { concurrencyLimit } from '../../platform/concurrency.ts';
import type { CurrentUser } from '../../platform/http/requests/caller.ts';
import { isPicture, isTooManyPixels, MAX_PIXELS } from '../../platform/media/picture.ts';
import type { AccountsContext } from './accounts-context.ts';
import type { UserRow } from './queries.ts';
import { insertEvent, isAvatarInUse, lockUser, replaceAvatar } from './queries.ts';

/**
 * Changes the caller's name, username or language, or removes their picture.
 * @throws Problem `username_taken`; `bad_input` for a language that is not offered.
 */
export async function editProfile(
  c: AccountsContext,
  user: CurrentUser,
  input: {
    name?: string | undefined;
    username?: string | undefined;
    language?: LanguageCode | undefined;
    avatar_url?: null | undefined;
  },
): Promise<CurrentUser> {
  const { name, username, language } = input;
  if (language !== undefined && !c.languages.includes(language)) {
    const values = c.languages.join(', ');
    const words = message('Please choose one of: {values}.', { values });
    throw new Problem('bad_input', words, { field: 'language' });
  }
  const renamed = username !== undefined && username !== user.username;
  if (renamed && isReserved(username)) throw usernameTaken();
  const removesPicture = input.avatar_url === null && user.avatar_url !== null;
  // Writes only what changes, so that a picture uploaded at the same moment is kept.
  const changes = {
    ...(name !== undefined && name !== user.name && { name }),
    ...(renamed && { username, username_key: usernameKey(username) }),
    ...(language !== undefined && { language }),
  };
  const hasChanges = Object.keys(changes).length > 0;
  if (!hasChanges && !removesPicture) return user;
  let picture: string | null = null;
  try {
    await c.db.transaction().execute(async (tx) => {
      if ((await lockUser(tx, c.engine, user.id)) === undefined) throw new Problem('unauthorized');
      if (removesPicture) picture = await replaceAvatar(tx, user.id, null);
      if (!hasChanges) return;
      await tx.updateTable('user').set(changes).where('id', '=', user.id).execute();
      if (renamed || 'name' in changes)
        await insertEvent(tx, { user_id: user.id, kind: 'profile', created_at: c.clock() });
    });
  } catch (error) {
    if (c.engine.isDuplicate(error)) throw usernameTaken();
    throw error;
  }
  await discardAvatar(c, picture);
  return { ...user, ...changes, ...(removesPicture && { avatar_url: null }) };
}

const usernameTaken = () => new Problem('username_taken', undefined, { field: 'username' });

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

/** Names reserved for the people who run the site, also as one word after another. */
const RESERVED =
  'admin administrator help mod moderator official ovation root staff support system team'.split(' ');

/** Signs that look like letters. */
const ALIKE: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', l: 'i', rn: 'm' };

/** Look of a name at a glance: without dots, dashes and a number at its end. */
const lookOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/\d+$/, '')
    .replace(/rn|[013457l]/g, (sign) => ALIKE[sign]!);

const IMITATION = new RegExp(`^(the)?(${RESERVED.map(lookOf).join('|')})+$`);

/** Usernames with the same key are the same. */
export function usernameKey(username: string): string {
  return username.toLowerCase();
}

function isReserved(username: string): boolean {
  return IMITATION.test(lookOf(username)) || /^deleted[-_.]/i.test(username);
}

/**
 * Candidate usernames for a new account: from the first of these texts that makes one, then with random numbers of
 * growing length.
 */
export function* usernamesFor(texts: readonly string[]): Generator<string> {
  const base =
    texts
      .map((text) =>
        fold(text)
          .replace(/[^a-z0-9]+/g, '-')
          .slice(0, USERNAME_MAX - 8)
          .replace(/^-+|-+$/g, ''),
      )
      .find((text) => text.length >= USERNAME_MIN && !isReserved(text)) ?? 'listener';
  yield base;
  for (const max of [100, 10_000, 1_000_000, 10_000_000]) yield `${base}-${randomInt(max)}`;
}

/** Makes the picture's URL absolute. */
export function toResponse<U extends UserRow>(user: U, origin: string): U {
  return { ...user, avatar_url: user.avatar_url && origin + user.avatar_url };
}
