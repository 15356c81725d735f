import { Problem } from 'contract/errors.ts';
import type { Tier } from 'contract/plans.ts';
import { type AccountsContext, createAccount } from '../../features/accounts/accounts.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';

export const voters = ['plus', 'premium', 'platinum', 'admin'] as const;
export type Voter = (typeof voters)[number];

/** Everybody who takes part in the demo's requests. */
export interface DemoPeople {
  accounts: Record<Voter, DemoPerson>;
  members: DemoPerson[];
}
export interface DemoPerson {
  id: string;
  plan_tier: Tier;
}

/** A context whose clock stands still at a moment, epoch ms. */
export const at = <C extends Context>(c: C, now: number): C => ({ ...c, clock: () => now });

const NAMES =
  'Kofi Inez Milo Tove Bashir Yuki Oskar Leila Rafa Signe Amara Teo Nadia Jonas Priya Elif Caro Dmitri Hana Luca Wanjiru Pia Samir Greta Nuno Aoife Kenji Zola Matti Paloma Idris Freya Tariq Lotte Anouk Bram Chidi Esme Farid Juno Marek Salma Ravi Bo-Yeon';

/** Members of the demo who ask and vote. They have no password: nobody can log in to their accounts. */
const members = NAMES.split(' ').map((name) => ({
  name,
  email: `${name.toLowerCase()}@members.demo.example`,
}));

/** They joined before anybody came, ms. */
const JOINED_BEFORE = 40 * 86_400_000;

/** Creates the members who do not exist yet. @param begun when the demo began, epoch ms. */
export async function createMembers(c: AccountsContext, begun: number): Promise<void> {
  const emails = members.map(({ email }) => email);
  const rows = await c.db.selectFrom('user').where('email', 'in', emails).select('email').execute();
  const known = new Set(rows.map(({ email }) => email));
  const then = at(c, begun - JOINED_BEFORE);
  for (const member of members) {
    if (known.has(member.email)) continue;
    await c.db
      .transaction()
      .execute((tx) => createAccount(tx, then, { ...member, password_hash: null }, 'plus'))
      // Another server on the same database created it meanwhile.
      .catch((error) => {
        if (!(error instanceof Problem && error.code === 'email_taken')) throw error;
      });
  }
}

/**
 * Everybody of the demo, members in the order of their names.
 * @param accounts the demo accounts that exist.
 * @returns undefined if somebody has changed their plans: this is not a fresh demo anymore.
 */
export async function findPeople(db: Db, accounts: DemoPerson[]): Promise<DemoPeople | undefined> {
  const byPlan = new Map(accounts.map((person) => [person.plan_tier, person]));
  const rows = await selectPeople(
    db,
    members.map(({ email }) => email),
  );
  const byEmail = new Map(rows.map((row) => [row.email, row]));
  const found = members.flatMap(({ email }) => byEmail.get(email) ?? []);
  if (!voters.every((tier) => byPlan.has(tier)) || found.length < members.length) return undefined;
  return {
    accounts: Object.fromEntries(voters.map((tier) => [tier, byPlan.get(tier)!])) as DemoPeople['accounts'],
    members: found,
  };
}

/** The accounts with these emails that still exist, with their current plans. */
export const selectPeople = (db: Db, emails: string[]) =>
  db
    .selectFrom('user')
    .innerJoin('account_status', 'account_status.user_id', 'user.id')
    .where('user.email', 'in', emails)
    .select(['user.id', 'user.email', 'account_status.plan_tier'])
    .orderBy('user.email')
    .execute();
