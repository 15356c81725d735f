import { createHmac } from 'node:crypto';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import type { PersonalData } from '../../../platform/feature.ts';
import { ipBucket } from '../../../platform/http/requests/caller.ts';
import type { AccountsContext } from '../accounts-context.ts';

/** A place is forgotten after this long without a login, ms. */
const PLACE_KEPT_MS = 180 * 86_400_000;

/**
 * Place where a user has proved to own the account: failed logins elsewhere never delay them there. A keyed hash
 * of the user and the IP bucket, so that neither addresses nor shared places can be read from the table.
 */
function placeOf(c: AccountsContext, user_id: string, ip: string): string {
  const place = `${user_id} ${ipBucket(ip)}`;
  return createHmac('sha256', c.visitorSecret).update(place).digest('base64url').slice(0, 22);
}

/** Remembers a place. The user must have proved to be the owner of the account. */
export async function rememberPlace(tx: Tx, c: AccountsContext, user_id: string, ip: string): Promise<void> {
  const last_used_at = c.clock();
  await tx
    .insertInto('known_place')
    .values({ user_id, place: placeOf(c, user_id, ip), last_used_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'place']).doUpdateSet({ last_used_at }))
    .execute();
}

/** @param user_id undefined for an unknown email: takes as long, so that timing does not reveal which exist. */
export async function isKnownPlace(
  c: AccountsContext,
  user_id: string | undefined,
  ip: string,
): Promise<boolean> {
  const row = await c.db
    .selectFrom('known_place')
    .where('user_id', '=', user_id ?? '')
    .where('place', '=', placeOf(c, user_id ?? '', ip))
    .where('last_used_at', '>', c.clock() - PLACE_KEPT_MS)
    .select('place')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deletePlaces(tx: Tx, user_id: string): Promise<void> {
  await tx.deleteFrom('known_place').where('user_id', '=', user_id).execute();
}

export async function deleteOldPlaces(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('known_place')
    .where('last_used_at', '<=', now - PLACE_KEPT_MS)
    .execute();
}

export const knownPlaceData: PersonalData = {
  name: 'known_places',
  export: (db, user_id) =>
    db
      .selectFrom('known_place')
      .where('user_id', '=', user_id)
      .select('last_used_at')
      .orderBy('last_used_at')
      .execute(),
  erase: deletePlaces,
};
