import { createHash, randomInt } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { AccountsContext } from './accounts-context.ts';
import { selectSecondFactor, useRecoveryCode, useStep } from './second-factor-queries.ts';

/** Each code works for this long, seconds; apps know no other value. */
const PERIOD = 30;

/** How many steps a clock may be ahead or behind. */
const WINDOW = 1;

const RECOVERY_CODES = 10;
/** Without letters that look like digits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 49 bits: enough for codes that are hashed, single-use and behind a limit of attempts. */
const LENGTH = 10;

/** The app's codes of a secret: SHA-1 and six digits, which every authenticator app knows. */
export async function totpOf(secret: string, label = '') {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ issuer: 'Ovation', label, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD });
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
