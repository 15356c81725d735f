import { createHash } from 'node:crypto';
import pg from 'pg';
import { startPostgres } from '../server/testing/postgres.ts';

/**
 * `node bench/plays.ts [rows]`: the table of plays on PostgreSQL as it is, and with visitors' plays partitioned by
 * month. It prints sizes, how long a play and each list takes, and what retention costs.
 */
const ROWS = Number(process.argv[2] ?? 3_000_000);
const DAY = 86_400_000;
const NOW = Date.now();
/** Twelve months of members' plays, a third of all; four of visitors', of which the oldest is due for deletion. */
const MEMBERS = { months: 12, share: 1 / 3 };
const VISITORS = { months: 4, share: 2 / 3 };
const TRACKS = 100_000;
const USERS = 20_000;
const CALLS = 400;
const COLUMNS = `id text not null, track_id text not null references track (id), user_id text, listener text not null,
  played_ms integer not null check (played_ms >= 0), created_at bigint not null`;
const monthStart = (ago: number) => NOW - ago * 30 * DAY;
const INDEXES = `
  create index on play_event (track_id, listener, created_at desc);
  create index on play_event (user_id, created_at desc, id desc);
  create index on play_event (track_id, created_at, listener);`;

const variants: Record<string, string> = {
  plain: `create table play_event (${COLUMNS}, primary key (id));${INDEXES}`,
  partitioned: `create table play_event (${COLUMNS}) partition by list (user_id);
    create table play_member partition of play_event default;
    create table play_visitor partition of play_event for values in (null) partition by range (created_at);
    ${Array.from(
      { length: VISITORS.months + 1 },
      (_, i) =>
        `create table play_visitor_${i} partition of play_visitor for values from (${monthStart(i)}) to (${monthStart(i - 1)});`,
    ).join('\n')}
    create index on play_event (id);${INDEXES}`,
};

const cluster = await startPostgres({ settings: { shared_buffers: '256MB', max_wal_size: '4GB' } });
const client = new pg.Client({ connectionString: cluster.url });
await client.connect();
const run = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rows;
await run(`create table track (id text primary key)`);
await run(`insert into track select md5('t' || i) from generate_series(1, ${TRACKS}) i`);

async function fill(who: 'member' | 'visitor', { months, share }: typeof MEMBERS): Promise<void> {
  const batches = 20;
  const each = Math.round((ROWS * share) / batches);
  const length = (months * 30 * DAY) / batches;
  const user = who === 'member' ? `md5('u' || floor(random() * ${USERS})::int)` : 'null::text';
  for (let batch = batches - 1; batch >= 0; batch--) {
    const from = Math.round(NOW - (batch + 1) * length);
    await run(`insert into play_event select gen_random_uuid()::text, md5('t' || track), member,
      coalesce('user:' || member, md5(random()::text)), 60000, at from (
        select 1 + floor(power(random(), 3) * ${TRACKS})::int as track, ${user} as member,
          ${from} + floor(i * ${length / each})::bigint as at from generate_series(1, ${each}) i) as made`);
  }
}

/** @returns the median and the 99th percentile, ms. */
async function timed(calls: number, call: () => Promise<unknown>): Promise<string> {
  const took: number[] = [];
  for (let i = 0; i < calls; i++) {
    const before = performance.now();
    await call();
    took.push(performance.now() - before);
  }
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))]!.toFixed(2);
  return `${at(0.5)} / ${at(0.99)} ms`;
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex');
const anyTrack = () => md5(`t${1 + Math.floor(Math.random() ** 3 * TRACKS)}`);
const anyUser = () => md5(`u${Math.floor(Math.random() * USERS)}`);

async function lists(): Promise<Record<string, string>> {
  return {
    'has it counted already': await timed(CALLS, () =>
      run('select id from play_event where track_id = $1 and listener = $2 and created_at > $3 limit 1', [
        anyTrack(),
        `user:${anyUser()}`,
        NOW - 240_000,
      ]),
    ),
    'one play more': await timed(CALLS, () =>
      run(
        'insert into play_event (id, track_id, user_id, listener, played_ms, created_at) values (gen_random_uuid()::text, $1, null, md5(random()::text), 60000, $2)',
        [anyTrack(), NOW - 1000],
      ),
    ),
    'what a member played last': await timed(CALLS, () =>
      run('select track_id from play_event where user_id = $1 order by created_at desc, id desc limit 60', [
        anyUser(),
      ]),
    ),
    "a member's number of plays": await timed(CALLS, () =>
      run('select count(*) from play_event where user_id = $1', [anyUser()]),
    ),
    "a member's export": await timed(CALLS, () =>
      run('select id from play_event where user_id = $1 order by created_at, id limit 1000', [anyUser()]),
    ),
    'charts, 50 tracks': await timed(100, () =>
      run(
        `select track_id, count(*), count(distinct listener) from play_event where track_id = any($1)
           and created_at > $2 and created_at <= $3 group by track_id`,
        [Array.from({ length: 50 }, () => anyTrack()), NOW - 30 * DAY, NOW],
      ),
    ),
  };
}

async function sizes(): Promise<string> {
  const [row] =
    await run(`select sum(pg_table_size(oid)) / 1e6 as heap, sum(pg_indexes_size(oid)) / 1e6 as indexes
    from pg_class where relname like 'play%' and relkind = 'r'`);
  return `${Math.round(row.heap)} MB + ${Math.round(row.indexes)} MB of indexes`;
}

/** @returns seconds and MB of write-ahead log. */
async function cost(work: () => Promise<unknown>): Promise<string> {
  const position = async () => (await run('select pg_current_wal_insert_lsn() as at'))[0].at as string;
  const [from, before] = [await position(), performance.now()];
  await work();
  const seconds = (performance.now() - before) / 1000;
  const [row] = await run('select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1) / 1e6 as mb', [from]);
  return `${seconds.toFixed(2)} s, ${Number(row.mb).toFixed(1)} MB of log`;
}

const BEFORE = monthStart(VISITORS.months - 1);
const retention: Record<string, () => Promise<unknown>> = {
  plain: async () => {
    for (;;) {
      const { rowCount } = await client.query(
        `delete from play_event where id in (select id from play_event where user_id is null and created_at < $1 limit 1000)`,
        [BEFORE],
      );
      if (rowCount! < 1000) return;
    }
  },
  partitioned: async () => {
    for (const name of await run(`select c.oid::regclass as name from pg_inherits join pg_class c on c.oid = inhrelid
      where inhparent = 'play_visitor'::regclass`)) {
      const [row] = await run(`select max(created_at) as last from ${name.name}`);
      if (row.last === null || Number(row.last) < BEFORE) await run(`drop table ${name.name}`);
    }
  },
};

for (const [name, schema] of Object.entries(variants)) {
  await run('drop table if exists play_event');
  await run(schema);
  const before = performance.now();
  await fill('member', MEMBERS);
  await fill('visitor', VISITORS);
  const seconds = (performance.now() - before) / 1000;
  console.log(`\n${name}: ${ROWS.toLocaleString('en')} rows, ${Math.round(ROWS / seconds)} a second`);
  await run('vacuum analyze play_event');
  const print = async (when: string) => {
    console.log(`  ${when}: ${await sizes()}`);
    console.log(await lists());
  };
  await print('filled');
  console.log(`  retention: ${await cost(retention[name]!)}`);
  console.log(`  vacuum: ${await cost(() => run('vacuum analyze play_event'))}`);
  await print('afterwards');
}
await client.end();
await cluster.stop();
