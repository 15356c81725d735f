import * as fields from 'contract/account-fields.ts';
import { Problem } from 'contract/errors.ts';
import { plans, type Tier } from 'contract/plans.ts';
import {
  createAccountWithPassword,
  dropSecondFactor,
  findUser,
  setPassword,
  setTier,
} from '../features/accounts/accounts.ts';
import { valid } from './arguments.ts';
import { askPassword } from './ask-password.ts';
import type { ContextCommand } from './command.ts';

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
    await setTier(c, user.id, tier);
    return `${email} has the ${plans[tier].name} plan now.`;
  };
}

async function readPassword(): Promise<string> {
  return valid(fields.password, await askPassword('Password: '), 'The password');
}
