import type { Tier } from 'contract/plans.ts';
import { type Config, isLoopback } from '../../config.ts';
import type { Context } from '../../context.ts';
import { remembered, rememberOnce } from '../../platform/db/settings.ts';
import { createAccount } from '../accounts/accounts.ts';
import { grant, upToDate } from '../credits/credits.ts';
import { demoPeople, usersExist } from './queries.ts';
import { openDemoRequests } from './song-requests.ts';

/** One of each plan; every one has the same password, which the console tells. */
export const demoAccounts: { email: string; name: string; tier: Tier }[] = [
  { email: 'free@demo.example', name: 'Noor Hadley', tier: 'free' },
  { email: 'plus@demo.example', name: 'Mateo Lindqvist', tier: 'plus' },
  { email: 'premium@demo.example', name: 'Ama Serwaa', tier: 'premium' },
  { email: 'platinum@demo.example', name: 'Juniper Castellane', tier: 'platinum' },
  { email: 'admin@demo.example', name: 'Rosalind Okafor', tier: 'admin' },
];

export const DEMO_PASSWORD = 'ovation-demo';

/** What the admin holds; the others hold the first month of their plans. */
const ADMIN_CREDITS = 5000;

const DEMO_ACCOUNTS = 'demo_accounts';

/**
 * Makes the demo accounts, but not by mere default where others can reach them: everybody knows their
 * password, and one of them is an admin's.
 */
export async function openDemo(
  c: Context,
  config: Pick<Config, 'host' | 'demoOnPurpose'>,
  say: (line: string) => void = console.log,
): Promise<void> {
  if (isLoopback(config.host)) return openDemoAccounts(c, say);
  if (config.demoOnPurpose) {
    say(
      'Warning: DEMO=1 with a public HOST. Anyone who reaches this address can sign in as admin@demo.example ' +
        'and publish, withdraw and change plans. Set DEMO=0 unless this is what you want.',
    );
    return openDemoAccounts(c, say);
  }
  say(
    'HOST is public, so no demo accounts are made. Set DEMO=1 if you want them, DEMO=0 for no demo at all.',
  );
}

/**
 * Makes the demo accounts where nobody has an account yet. Hashing five passwords takes a fifth of a second,
 * so this runs when the server is already listening.
 */
async function openDemoAccounts(c: Context, say: (line: string) => void): Promise<void> {
  if ((await remembered(c.db, DEMO_ACCOUNTS)) === undefined) {
    if (await usersExist(c.db)) return;
    const hashes = await Promise.all(demoAccounts.map(() => c.passwords.hash(DEMO_PASSWORD)));
    await c.db.transaction().execute(async (tx) => {
      // Another server of the same database may have been faster; its row of `setting` makes this one wait.
      const begun = String(c.clock());
      if ((await rememberOnce(tx, DEMO_ACCOUNTS, begun)) !== begun || (await usersExist(tx))) return;
      for (const [i, { email, name, tier }] of demoAccounts.entries()) {
        const now = c.clock();
        const { id } = await createAccount(tx, c, { email, name, password_hash: hashes[i]! }, tier);
        // The first month of a paid plan at once, so that there is something to spend.
        await upToDate(tx, c.engine, id, now);
        if (tier === 'admin') {
          const cause = { key: `grant:demo:${id}`, reference: 'demo', subject: 'Demo credits', now };
          await grant(tx, c.engine, { user_id: id, kind: 'grant', amount: ADMIN_CREDITS, ...cause });
        }
      }
    });
  }
  await openDemoRequests(
    c,
    await demoPeople(
      c.db,
      demoAccounts.map(({ email }) => email),
    ),
  );
  say(`Demo accounts, each with the password ${DEMO_PASSWORD}:`);
  say(demoAccounts.map(({ email }) => `  ${email}`).join('\n'));
}
