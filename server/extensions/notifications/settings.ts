import { createHmac, timingSafeEqual } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { Context } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { PersonalData } from '../../platform/feature.ts';

/** The kinds of the jobs that send what is due. */
export const EMAILS = 'notifications.emails';
export const PUSHES = 'notifications.pushes';

/** True if a person wants emails: everyone does who has not said no. */
export async function selectEmailSetting(db: Db | Tx, user_id: string): Promise<boolean> {
  const rows = await db
    .selectFrom('notification_setting')
    .where('user_id', '=', user_id)
    .select('by_email')
    .execute();
  return rows[0]?.by_email !== 0;
}

/** Nothing changes for a deleted account. */
export async function upsertEmailSetting(db: Db, user_id: string, wanted: boolean): Promise<void> {
  const by_email = wanted ? 1 : 0;
  await db
    .insertInto('notification_setting')
    .columns(['user_id', 'by_email'])
    .expression((eb) =>
      eb
        .selectFrom('user')
        .where('id', '=', user_id)
        .where('deleted_at', 'is', null)
        .select(['id as user_id', eb.cast<0 | 1>(eb.val(by_email), 'integer').as('by_email')]),
    )
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ by_email }))
    .execute();
}

type Secret = Pick<Context, 'visitorSecret'>;

/** A token with which anyone who has it can turn off a person's emails, for as long as the account exists. */
export const unsubscribeToken = (c: Secret, user_id: string) => `${user_id}.${sign(c, user_id)}`;

const sign = ({ visitorSecret }: Secret, user_id: string) =>
  createHmac('sha256', visitorSecret).update(`unsubscribe ${user_id}`).digest('base64url');

/** Turns off the emails of the person that a token names. @throws Problem `bad_unsubscribe`. */
export async function unsubscribe(c: Context, token: string): Promise<void> {
  const [user_id = '', signature = ''] = token.split('.');
  const expected = Buffer.from(sign(c, user_id));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new Problem('bad_unsubscribe');
  await upsertEmailSetting(c.db, user_id, false);
}

export const notificationData: PersonalData = {
  name: 'notifications',
  export: (db, user_id) =>
    db
      .selectFrom('notification')
      .where('user_id', '=', user_id)
      .select(['kind', 'role', 'title', 'artist', 'reason', 'created_at', 'read_at', 'premiere_seen_at'])
      .orderBy('created_at')
      .execute(),
  erase: (tx, user_id) => tx.deleteFrom('notification').where('user_id', '=', user_id).execute(),
};

export const notificationSettingData: PersonalData = {
  name: 'notification_settings',
  export: async (db, user_id) => ({ by_email: await selectEmailSetting(db, user_id) }),
  erase: (tx, user_id) => tx.deleteFrom('notification_setting').where('user_id', '=', user_id).execute(),
};
