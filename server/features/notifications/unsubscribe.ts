import { createHmac, timingSafeEqual } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { Context } from '../../context.ts';
import { upsertEmailSetting } from './settings-queries.ts';

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
