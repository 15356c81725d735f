import type { Db, Tx } from './schema.ts';

/** What is remembered under `name`; `first` is what is written when nothing is yet, by whichever server comes first. */
export async function rememberOnce(db: Db | Tx, name: string, first: string): Promise<string> {
  await db
    .insertInto('setting')
    .values({ name, value: first })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await remembered(db, name))!;
}

export async function remembered(db: Db | Tx, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}
