import { Problem } from 'contract/errors.ts';
import type { Tier } from 'contract/plans.ts';
import { type AccountsContext, createAccount, leaveOnlyPassword } from '../../features/accounts/accounts.ts';
import { grant, grantDue } from '../../features/credits/credits.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { getSetting, initSetting } from '../../platform/db/settings.ts';
import { isLoopback } from '../../platform/http/connections/listeners.ts';
import type { SendMail } from '../../platform/mail/mail.ts';
import { createMembers, type DemoPeople, findPeople, selectPeople } from './people.ts';
import { openDemoRequests } from './song-requests.ts';

/** One account per plan. All have the same password, which is printed to the console. */
export const demoAccounts: { email: string; name: string; tier: Tier }[] = [
  { email: 'free@demo.example', name: 'Noor Hadley', tier: 'free' },
  { email: 'plus@demo.example', name: 'Mateo Lindqvist', tier: 'plus' },
  { email: 'premium@demo.example', name: 'Ama', tier: 'premium' },
  { email: 'platinum@demo.example', name: 'Juniper Castellane', tier: 'platinum' },
  { email: 'admin@demo.example', name: 'Rosalind', tier: 'admin' },
];

export const DEMO_PASSWORD = 'ovation-demo';

/** The admin's credits; the other accounts have the first month of their plans. */
const ADMIN_CREDITS = 5000;

const DEMO_ACCOUNTS = 'demo_accounts';

interface Exposure {
  production: boolean;
  host: string;
  publicUrl: string | undefined;
  trustProxy: number;
  /** See `Config.demoExplicit`. */
  demoExplicit: boolean;
}

const isExposed = ({ production, host, publicUrl, trustProxy }: Exposure) =>
  production || !isLoopback(host) || publicUrl !== undefined || trustProxy > 0;

/** True if nobody may use the demo's password: others can reach the server, and DEMO=1 is not set. */
export const isDemoClosed = (config: Exposure): boolean => isExposed(config) && !config.demoExplicit;

/**
 * Creates the demo accounts, one of them an admin's, whose password is published. If others can reach the server,
 * DEMO=1 must be set explicitly.
 * @returns everybody of the demo, if it is a fresh one.
 */
export async function openDemo(
  c: AccountsContext,
  config: Exposure,
  log: (line: string) => void = console.log,
): Promise<DemoPeople | undefined> {
  if (isDemoClosed(config)) {
    log(
      'Others can reach this server (HOST, PUBLIC_URL or TRUST_PROXY), so no demo accounts are created. ' +
        'Set DEMO=1 if you want them, DEMO=0 for no demo at all.',
    );
    return undefined;
  }
  if (isExposed(config))
    log(
      'Warning: DEMO=1 on a server that others can reach. Anyone can sign in as admin@demo.example and publish, ' +
        'withdraw and change plans. Set DEMO=0 unless this is what you want.',
    );
  return createDemoAccounts(c, log);
}

/** The same password for every keyboard, as it is hashed. */
const isDemoPassword = (password: string) => password.normalize('NFKC') === DEMO_PASSWORD;

/** Passwords of which the demo's fits no account and cannot be chosen for one. */
export const withoutDemoPassword = (
  passwords: AccountsContext['passwords'],
): AccountsContext['passwords'] => ({
  hash: async (password) => {
    if (isDemoPassword(password))
      throw new Problem('bad_input', 'Please choose another password: everybody knows this one.');
    return passwords.hash(password);
  },
  matches: async (hash, password) => (await passwords.matches(hash, password)) && !isDemoPassword(password),
});

/** The accounts were created at most this long after the demo was begun, ms. */
const CREATED_WITHIN_MS = 60_000;

/**
 * Ends the sessions of accounts that still have the demo's password, and removes other ways to log in to them, which
 * somebody may have added who knew it. Their addresses may have changed since.
 * @param c has passwords of which the demo's is one.
 */
export async function closeDemo(
  c: AccountsContext,
  log: (line: string) => void = console.log,
): Promise<void> {
  const begun = await getSetting(c.db, DEMO_ACCOUNTS);
  if (begun === undefined) return;
  const since = Number(begun);
  const candidates = await c.db
    .selectFrom('account_status')
    .innerJoin('user', 'user.id', 'account_status.user_id')
    .where('account_status.created_at', '>=', since)
    .where('account_status.created_at', '<=', since + CREATED_WITHIN_MS)
    .orderBy('account_status.created_at')
    .orderBy('account_status.id')
    .limit(2 * demoAccounts.length)
    .select(['user.id', 'user.email', 'user.password_hash'])
    .execute();
  const open: string[] = [];
  for (const { id, email, password_hash } of candidates) {
    if (!(await c.passwords.matches(password_hash, DEMO_PASSWORD))) continue;
    await leaveOnlyPassword(c, id);
    open.push(email ?? id);
  }
  if (open.length > 0)
    log(
      `Others can reach this server, and these accounts have the demo's password, which everybody knows: ${open.sort().join(', ')}. ` +
        'Nobody can log in to them until you give them another one: npm run cli -- user password EMAIL',
    );
}

/**
 * Creates the demo accounts if there are no accounts yet. Hashing five passwords takes a fifth of a second, so this
 * runs after the server has started to listen.
 */
async function createDemoAccounts(
  c: AccountsContext,
  log: (line: string) => void,
): Promise<DemoPeople | undefined> {
  if ((await getSetting(c.db, DEMO_ACCOUNTS)) === undefined) {
    if (await usersExist(c.db)) return undefined;
    const hashes = await Promise.all(demoAccounts.map(() => c.passwords.hash(DEMO_PASSWORD)));
    await c.db.transaction().execute(async (tx) => {
      // Servers that share a database may start at the same time; only the one that writes the setting continues.
      const begun = String(c.clock());
      if ((await initSetting(tx, DEMO_ACCOUNTS, begun)) !== begun || (await usersExist(tx))) return;
      for (const [i, { email, name, tier }] of demoAccounts.entries()) {
        const now = c.clock();
        const { id } = await createAccount(tx, c, { email, name, password_hash: hashes[i]! }, tier);
        // Grants the first month of a paid plan now, so that there are credits to spend.
        await grantDue(tx, c.engine, id, now);
        if (tier === 'admin') {
          const cause = { key: `grant:demo:${id}`, reference: 'demo', subject: 'Demo credits', now };
          await grant(tx, c.engine, { user_id: id, kind: 'grant', amount: ADMIN_CREDITS, ...cause });
        }
      }
    });
  }
  const emails = demoAccounts.map(({ email }) => email);
  await createMembers(c, Number(await getSetting(c.db, DEMO_ACCOUNTS)));
  const people = await findPeople(c.db, await selectPeople(c.db, emails));
  if (people) await openDemoRequests(c, people);
  log(`Demo accounts, each with the password ${DEMO_PASSWORD}:`);
  log(demoAccounts.map(({ email }) => `  ${email}`).join('\n'));
  return people;
}

/** Nobody has an address there: RFC 2606 reserves it. */
const DEMO_DOMAIN = /@demo\.example$/i;

/** Sends no mail to the demo accounts, whose addresses no mail server accepts; it counts as sent. */
export const withoutDemoMail =
  (send: SendMail): SendMail =>
  async (mail, beforeEnd) => {
    if (DEMO_DOMAIN.test(mail.to)) await beforeEnd?.();
    else await send(mail, beforeEnd);
  };

/** Those of these tracks that exist, deleted ones included: a track an admin deleted is not recorded again. */
export async function knownIds(db: Db | Tx, ids: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('track').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}

export async function tracksExist(db: Db): Promise<boolean> {
  return (await db.selectFrom('track').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function usersExist(db: Db | Tx): Promise<boolean> {
  return (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined;
}
