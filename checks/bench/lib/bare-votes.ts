import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

/** Votes with the driver alone: no session, no rules, no response except the new count. */
export interface BareVotes {
  vote: (user_id: string, request_id: string) => Promise<unknown>;
  close: () => Promise<void>;
}

/** One prepared statement as its own transaction: charge, entry, vote, backer and the request's counts. */
export function barePostgres(connectionString: string, connections: number): BareVotes {
  const pool = new pg.Pool({ connectionString, max: connections });
  // Its connections may briefly outlive `end`, while the database is dropped.
  pool.on('error', () => {});
  const text = `with taken as (
      update credits set credits = credits - 10, last_spend = $3 where user_id = $1 and credits >= 10 returning credits
    ), entry as (
      insert into credit_entry (id, user_id, kind, amount, balance, key, reference, subject, created_at)
      select $5, $1, 'vote', -10, credits, $6, $2, 'A song', $3 from taken
    ), voted as (
      insert into vote (id, request_id, user_id, created_at) select $4, $2, $1, $3 from taken
    ), backed as (
      insert into backer (request_id, user_id, votes, last_voted_at) select $2, $1, 1, $3 from taken
      on conflict (request_id, user_id) do update set votes = backer.votes + 1, last_voted_at = excluded.last_voted_at
      returning votes
    )
    update song_request set votes = song_request.votes + 1,
      backers = backers + (select case when votes = 1 then 1 else 0 end from backed)
    where id = $2 and released = 0 and refunded_at is null and exists (select 1 from taken) returning votes`;
  return {
    vote: (user_id, request_id) => {
      const id = randomUUID();
      return pool.query({
        name: 'vote',
        text,
        values: [user_id, request_id, Date.now(), id, randomUUID(), `vote:${id}`],
      });
    },
    close: () => pool.end(),
  };
}

/** Writes the same rows with five prepared statements in one transaction. */
export function bareSqlite(file: string): BareVotes {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  const [begin, commit] = [database.prepare('begin immediate'), database.prepare('commit')];
  const charge = database.prepare(
    'update credits set credits = credits - 10, last_spend = ? where user_id = ? and credits >= 10 returning credits',
  );
  const insertEntry = database.prepare(`insert into credit_entry
    (id, user_id, kind, amount, balance, key, reference, subject, created_at)
    values (?, ?, 'vote', -10, ?, ?, ?, 'A song', ?)`);
  const insertVote = database.prepare(
    'insert into vote (id, request_id, user_id, created_at) values (?, ?, ?, ?)',
  );
  const addBacker =
    database.prepare(`insert into backer (request_id, user_id, votes, last_voted_at) values (?, ?, 1, ?)
    on conflict (request_id, user_id) do update set votes = votes + 1, last_voted_at = excluded.last_voted_at returning votes`);
  const countVote = database.prepare(
    'update song_request set votes = votes + 1, backers = backers + ? where id = ? and released = 0 and refunded_at is null',
  );
  return {
    vote: async (user_id, request_id) => {
      const [id, now] = [randomUUID(), Date.now()];
      begin.run();
      const row = charge.get(now, user_id) as { credits: number };
      insertEntry.run(randomUUID(), user_id, row.credits, `vote:${id}`, request_id, now);
      insertVote.run(id, request_id, user_id, now);
      const backed = addBacker.get(request_id, user_id, now) as { votes: number };
      countVote.run(backed.votes === 1 ? 1 : 0, request_id);
      commit.run();
    },
    close: async () => database.close(),
  };
}
