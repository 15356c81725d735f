import { Problem } from 'contract/errors.ts';
import type { Engine } from '../../platform/db/engine.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { isAdmin, lockAdmins } from './member-queries.ts';

/**
 * Call it before a locked user stops being an admin, in the same transaction.
 * @throws Problem `last_admin` if nobody else could administer the site.
 */
export async function assertAnotherAdmin(tx: Tx, engine: Engine, user_id: string): Promise<void> {
  // The lock of the user keeps their plan from changing.
  if (!(await isAdmin(tx, user_id))) return;
  const admins = await lockAdmins(tx, engine);
  if (admins.includes(user_id) && admins.length === 1) throw new Problem('last_admin');
}
