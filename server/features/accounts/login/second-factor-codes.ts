import { createHash, randomInt } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import type { SecondFactorTable } from '../../../platform/db/tables/accounts.ts';
import type { AccountsContext } from '../accounts-context.ts';

/** Each code works for this long, seconds; apps know no other value. */
const PERIOD = 30;

/** Steps that a clock may be ahead or behind. */
const WINDOW = 1;

const RECOVERY_CODES = 10;
/** Without letters that look like digits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 49 bits: enough for codes that are hashed, single-use and behind a limit of attempts. */
const LENGTH = 10;

/** The app's codes of a secret: SHA-1 and six digits, which every authenticator app knows. */
export async function totpOf(secret: string, issuer = '', label = '') {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD });
}

/** A new random secret in base32. */
export async function newSecret(): Promise<string> {
  const { Secret } = await import('otpauth');
  return new Secret({ size: 20 }).base32;
}

/**
 * Uses up a code of a locked user: none is accepted twice. Codes have the form of the contract's `code`.
 * @returns whether it was right. Also false if the secret cannot be read because SECRET_KEY changed.
 */
export async function useCode(tx: Tx, c: AccountsContext, user_id: string, code: string): Promise<boolean> {
  if (code.length === LENGTH) return useRecoveryCode(tx, user_id, hashOfCode(user_id, code));
  const factor = await selectSecondFactor(tx, user_id);
  const secret = factor && c.secrets.open(factor.secret, user_id);
  if (!secret) return false;
  const now = c.clock();
  const delta = (await totpOf(secret)).validate({ token: code, timestamp: now, window: WINDOW });
  return delta !== null && useStep(tx, user_id, Math.floor(now / 1000 / PERIOD) + delta);
}

export const wrongCode = () => new Problem('wrong_code', undefined, { field: 'code' });

/** New recovery codes, to be shown once, and what is stored of them. */
export function newRecoveryCodes(user_id: string): { codes: string[]; hashes: string[] } {
  const plain = Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  );
  return {
    codes: plain.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`),
    hashes: plain.map((code) => hashOfCode(user_id, code)),
  };
}

/** Salted with the user: equal codes of two people have different hashes. */
function hashOfCode(user_id: string, code: string): string {
  return createHash('sha256').update(`${user_id} ${code}`).digest('base64url');
}

/** A user's second factor, also one that is not confirmed yet. */
export function selectSecondFactor(db: Db | Tx, user_id: string): Promise<SecondFactorTable | undefined> {
  return db.selectFrom('second_factor').where('user_id', '=', user_id).selectAll().executeTakeFirst();
}

/** True if a user signs in with a second factor. */
export async function hasSecondFactor(db: Db | Tx, user_id: string): Promise<boolean> {
  return (await selectSecondFactor(db, user_id))?.confirmed_at != null;
}

/** Replaces a secret that was not confirmed. */
export async function upsertSecret(
  tx: Tx,
  factor: Pick<SecondFactorTable, 'user_id' | 'secret' | 'created_at'>,
): Promise<void> {
  const { secret, created_at } = factor;
  await tx
    .insertInto('second_factor')
    .values({ ...factor, last_step: 0, confirmed_at: null })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ secret, created_at, last_step: 0 }))
    .execute();
}

/** Uses up a time step and those before it. @returns whether neither it nor a later one was used before. */
async function useStep(tx: Tx, user_id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('user_id', '=', user_id)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Uses up a recovery code. @returns whether it was there. */
async function useRecoveryCode(tx: Tx, user_id: string, code_hash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_code')
    .where('user_id', '=', user_id)
    .where('code_hash', '=', code_hash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function replaceRecoveryCodes(tx: Tx, user_id: string, hashes: string[]): Promise<void> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', user_id).execute();
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((code_hash) => ({ user_id, code_hash })))
    .execute();
}

/** @returns whether there was one, confirmed. */
export async function deleteSecondFactor(tx: Tx, user_id: string): Promise<boolean> {
  await tx.deleteFrom('recovery_code').where('user_id', '=', user_id).execute();
  const rows = await tx
    .deleteFrom('second_factor')
    .where('user_id', '=', user_id)
    .returning('confirmed_at')
    .execute();
  return rows.some(({ confirmed_at }) => confirmed_at !== null);
}

export async function markSession(tx: Tx, session: string): Promise<void> {
  await tx.updateTable('session').set({ second_factor: 1 }).where('token_hash', '=', session).execute();
}
