import { randomUUID } from 'node:crypto';
import { createAccount } from '../../../server/features/accounts/accounts.ts';
import { beginSession } from '../../../server/features/accounts/login/sessions.ts';
import { grant } from '../../../server/features/credits/credits.ts';
import { changeCounts } from '../../../server/features/song-requests/board/board-queries.ts';
import { nameKey, searchText } from '../../../server/features/song-requests/moderation/names.ts';
import { personalData } from '../../../server/features.ts';
import type { Database } from '../../../server/platform/db/database.ts';

const RICH = 1_000_000_000;
/** Requests inserted per statement. */
const BATCH_SIZE = 500;
const WORDS = 'amber violet river neon midnight paper glass summer winter harbor signal ghost velvet'.split(
  ' ',
);

/** A signed-in user with enough credits for any number of votes. */
export interface Voter {
  id: string;
  token: string;
}

export function richVoters({ db, engine }: Database, count: number): Promise<Voter[]> {
  const now = Date.now();
  return db.transaction().execute(async (tx) => {
    const voters: Voter[] = [];
    for (let i = 0; i < count; i++) {
      const input = { name: `Voter ${i}`, email: `${i}@voters.example`, password_hash: 'none' };
      const { id } = await createAccount(tx, { clock: Date.now, personalData }, input, 'plus');
      const base = { user_id: id, key: `rich:${id}`, reference: 'bench', subject: null, now };
      await grant(tx, engine, { ...base, kind: 'grant', amount: RICH });
      voters.push({ id, token: await beginSession(tx, id, now) });
    }
    return voters;
  });
}

/** Inserts open requests with `votesOf` votes each straight into the tables. @returns their ids. */
export async function writeRequests(
  { db }: Database,
  user_id: string,
  count: number,
  votesOf: (nth: number) => number,
): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < count; from += BATCH_SIZE) {
    const rows = Array.from({ length: Math.min(BATCH_SIZE, count - from) }, (_, i) => {
      const nth = from + i;
      const name = {
        title: `${WORDS[nth % 13]} ${WORDS[nth % 11]} ${nth}`,
        artist: `The ${WORDS[nth % 7]}s`,
      };
      const id = randomUUID();
      ids.push(id);
      return {
        ...name,
        id,
        user_id,
        genre: 'jazz',
        description: 'A song for the benchmark, with a line or two about how it should sound.',
        name_key: nameKey(name),
        search_text: searchText(name),
        votes: votesOf(nth),
        backers: 0,
        released: 0 as const,
        in_review: 0 as const,
        created_at: 1_700_000_000_000 + nth,
      };
    });
    await db.transaction().execute(async (tx) => {
      await tx.insertInto('song_request').values(rows).execute();
      const votes = rows.reduce((sum, row) => sum + row.votes, 0);
      await changeCounts({ requests: rows.length, votes, queued: 0 }).execute(tx);
    });
  }
  return ids;
}
