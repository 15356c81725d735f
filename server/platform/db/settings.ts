import type { Db, Tx } from './schema.ts';

/** Start of the demo's catalogue and its listens; without it, there is no demo. */
export const DEMO_CATALOGUE = 'demo_catalogue';

/** Writes the setting unless it exists, also when several servers start at once. @returns its stored value. */
export async function initSetting(db: Db | Tx, name: string, value: string): Promise<string> {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await getSetting(db, name))!;
}

export async function getSetting(db: Db | Tx, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Values by name; settings that do not exist are left out. */
export type Settings = ReadonlyMap<string, string>;

/** Several settings, read at once. */
export async function getSettings(db: Db, names: readonly string[]): Promise<Settings> {
  const rows = await db.selectFrom('setting').select(['name', 'value']).where('name', 'in', names).execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}

export async function putSetting(db: Db | Tx, name: string, value: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

export async function deleteSetting(db: Db | Tx, name: string): Promise<void> {
  await db.deleteFrom('setting').where('name', '=', name).execute();
}

/**
 * Replaces a setting, which counts as '0' while there is none, if `isDue` of its value. When several servers try at
 * once, one succeeds.
 * @returns the value before; null if it was not replaced.
 */
export async function replaceSetting(
  db: Db,
  name: string,
  value: string,
  isDue: (before: string) => boolean,
): Promise<string | null> {
  const before = await initSetting(db, name, '0');
  if (!isDue(before)) return null;
  const { numUpdatedRows } = await db
    .updateTable('setting')
    .set({ value })
    .where('name', '=', name)
    .where('value', '=', before)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? before : null;
}
