import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Problem } from 'contract/errors.ts';
import * as fields from 'contract/features/accounts/account-fields.ts';
import { INVITATION_FRAGMENT } from 'contract/features/accounts/accounts-constants.ts';
import { plans, type Tier } from 'contract/plans.ts';
import type { Config } from '../config.ts';
import {
  createAccountWithPassword,
  createInvitation,
  dropSecondFactor,
  findUser,
  listInvitations,
  revokeInvitation,
  setPassword,
  setTier,
} from '../features/accounts/accounts.ts';
import { valid } from './arguments.ts';
import type { ContextCommand } from './with-context.ts';

export function createUser(email: string, name: string, tier: Tier): ContextCommand {
  return async (c) => {
    const password = await readPassword();
    const user = await createAccountWithPassword(c, { email, name, password }, tier);
    return `Made the ${plans[tier].name} account ${email} (username ${user.username}).`;
  };
}

export function newPassword(email: string): ContextCommand {
  return async (c) => {
    const user = await findUser(c, email);
    await setPassword(c, user.id, await readPassword());
    return `The password of ${email} is changed, their sessions are ended.`;
  };
}

export function removeFactor(email: string): ContextCommand {
  return async (c) => {
    const user = await findUser(c, email);
    if (!(await dropSecondFactor(c, user.id)))
      throw new Problem('not_found', `${email} has no second factor.`);
    return `The second factor of ${email} is removed, their sessions are ended.`;
  };
}

export function changePlan(email: string, tier: Tier): ContextCommand {
  return async (c) => {
    const user = await findUser(c, email);
    const sessionsEnd = await setTier(c, user.id, tier);
    const sessions = sessionsEnd ? 'their sessions are ended' : 'they stay logged in';
    return `${email} has the ${plans[tier].name} plan now, ${sessions}.`;
  };
}

async function readPassword(): Promise<string> {
  return valid(fields.password, await askPassword('Password: '), 'The password');
}

/**
 * Reads a password without echo from a terminal, or from the first line of standard input. An argument would be
 * visible in the list of processes.
 * @throws Problem when there is no line to read.
 */
async function askPassword(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  const terminal = stdin.isTTY === true;
  if (terminal) stderr.write(prompt);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silence, terminal });
  try {
    for await (const line of lines) return line;
  } finally {
    lines.close();
    if (terminal) stderr.write('\n');
  }
  throw new Problem('bad_input', 'No password was given.');
}

/** Invitations in the list. */
const LISTED = 50;

export function inviteSomebody(
  input: Parameters<typeof createInvitation>[2],
  { publicUrl, port, accounts }: Config,
): ContextCommand {
  return async (c) => {
    const { token, invitation } = await createInvitation(c, undefined, input);
    const origin = publicUrl ?? `http://localhost:${port}`;
    const people = invitation.max_uses === 1 ? 'once' : `${invitation.max_uses} times`;
    const lines = [
      `${origin}/signup#${INVITATION_FRAGMENT}${token}`,
      `It works ${people}, until ${dateOf(invitation.expires_at)}. It is not shown again.`,
    ];
    if (accounts.signUp !== 'invite')
      lines.push(`Invitations matter with SIGNUP=invite; it is ${accounts.signUp}.`);
    return lines.join('\n');
  };
}

export const listedInvitations: ContextCommand = async (c) => {
  const { rows, total } = await listInvitations(c, { limit: LISTED });
  if (total === 0) return 'There are no invitations.';
  const lines = rows.map(({ id, state, uses, max_uses, expires_at, note }) =>
    [id, state.padEnd(7), `${uses}/${max_uses}`, `until ${dateOf(expires_at)}`, note]
      .filter(Boolean)
      .join('  '),
  );
  return [...lines, `${rows.length} of ${total}`].join('\n');
};

export const revoke =
  (id: string): ContextCommand =>
  async (c) => {
    await revokeInvitation(c, id);
    return 'The invitation is revoked.';
  };

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);
