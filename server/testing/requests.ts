import { randomUUID } from 'node:crypto';
import { VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import type { Tier } from 'contract/plans.ts';
import type { AppContext } from '../app-context.ts';
import { creditChecks } from '../features/credits/checks.ts';
import { grant } from '../features/credits/credits.ts';
import { changeCounts } from '../features/song-requests/board/board-queries.ts';
import { songRequestChecks } from '../features/song-requests/checks.ts';
import { insertRequest } from '../features/song-requests/queries.ts';
import { findRows } from './rows.ts';
import { type Person, signUp, type TestServer } from './server.ts';

let made = 0;

/** Inserts an open request with its votes, without charging anyone. Each is newer than the one before. */
export async function createOpenRequest(
  c: AppContext,
  user_id: string,
  input: Partial<Parameters<typeof insertRequest>[1]> = {},
): Promise<string> {
  const id = randomUUID();
  const { votes = 0 } = input;
  made++;
  await c.db.transaction().execute(async (tx) => {
    const row = {
      id,
      user_id,
      title: `Song ${made}`,
      artist: 'Somebody',
      genre: 'pop',
      description: '',
      created_at: c.clock() - 1_000_000 + made,
      ...input,
    };
    if (!(await insertRequest(tx, row))) throw new Error(`A request for "${row.title}" already exists.`);
    await changeCounts({ requests: 1, votes, queued: votes >= VOTE_GOAL ? 1 : 0 }).execute(tx);
  });
  return id;
}

/** A user with this many credits and no monthly grant due. */
export async function member(s: TestServer, credits: number, tier: Tier = 'plus'): Promise<Person> {
  const person = await signUp(s, { tier });
  await s.c.db.updateTable('credits').set({ grant_due_at: null }).where('user_id', '=', person.id).execute();
  if (credits > 0) {
    await s.c.db.transaction().execute((tx) =>
      grant(tx, s.c.engine, {
        user_id: person.id,
        kind: 'grant',
        amount: credits,
        key: `grant:test:${person.id}`,
        reference: `test:${person.id}`,
        subject: null,
        now: s.time.now,
      }),
    );
  }
  return person;
}

/** @returns the rows that violate each invariant of credits and song requests. */
export async function violatedInvariants(c: AppContext): Promise<Record<string, unknown[]>> {
  const violated: Record<string, unknown[]> = {};
  for (const check of [...creditChecks, ...songRequestChecks]) {
    const { rows } = await check.violations.execute(c.db);
    if (rows.length > 0) violated[check.name] = rows;
  }
  return violated;
}

export async function balanceOf(c: AppContext, user_id: string): Promise<number> {
  const [row] = await findRows(c, 'credits', { user_id });
  return row?.credits ?? 0;
}
