import { Problem } from 'contract/errors.ts';
import type { CurrentUser } from '../../platform/http/current-user.ts';
import type { AccountsContext } from './accounts-context.ts';
import { discardAvatar } from './avatar.ts';
import { insertEvent, lockUser, replaceAvatar, updateUser } from './queries.ts';
import { isReserved, usernameKey } from './usernames.ts';

/**
 * Changes the caller's name or username, or removes their picture.
 * @throws Problem `username_taken`.
 */
export async function editProfile(
  c: AccountsContext,
  user: CurrentUser,
  input: { name?: string | undefined; username?: string | undefined; avatar_url?: null | undefined },
): Promise<CurrentUser> {
  const { name, username } = input;
  const renamed = username !== undefined && username !== user.username;
  if (renamed && isReserved(username)) throw usernameTaken();
  const removesPicture = input.avatar_url === null && user.avatar_url !== null;
  // Writes only what changes, so that a picture uploaded at the same moment is kept.
  const changes = {
    ...(name !== undefined && name !== user.name && { name }),
    ...(renamed && { username, username_key: usernameKey(username) }),
  };
  const hasChanges = Object.keys(changes).length > 0;
  if (!hasChanges && !removesPicture) return user;
  let picture: string | null = null;
  try {
    await c.db.transaction().execute(async (tx) => {
      if ((await lockUser(tx, c.engine, user.id)) === undefined) throw new Problem('unauthorized');
      if (removesPicture) picture = await replaceAvatar(tx, user.id, null);
      if (!hasChanges) return;
      await updateUser(tx, user.id, changes);
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
