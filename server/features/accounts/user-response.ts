import type { UserRow } from './accounts.ts';

/** Makes the picture's address absolute. */
export function toResponse<U extends UserRow>(user: U, origin: string): U {
  return { ...user, avatar_url: user.avatar_url && origin + user.avatar_url };
}
