import { createHash } from 'node:crypto';
import pg from 'pg';
import { startPostgres } from '../../server/testing/databases/postgres.ts';
import type { Line } from './lib/table.ts';

const ROWS = Number(process.env.BENCH_PLAYS ?? 1_000_000);
/** A third are members' plays, of a year; the others are visitors', of four months, of which the oldest is due. */
const MEMBERS = { months: 12, share: 1 / 3 };
const VISITORS = { months: 4, share: 2 / 3 };
const TRACKS = 100_000;
const USERS = 20_000;
const CALLS = 400;
const DAY = 86_400_000;
const NOW = Date.now();
const monthsAgo = (months: number) => NOW - months * 30 * DAY;

const COLUMNS = `id text not null, track_id text not null references track (id), user_id text, listener text not null,
  played_ms integer not null check (played_ms >= 0), created_at bigint not null`;
const INDEXES = `
  create index on play_event (track_id, listener, created_at desc);
  create index on play_event (user_id, created_at desc, id desc);
  create index on play_event (track_id, created_at, listener)`;

/** A schema, and how it forgets visitors' plays of the oldest month. */
interface Variant {
  schema: string;
  forget: (client: pg.Client) => Promise<void>;
}

const ours: Variant = {
  schema: `create table play_event (${COLUMNS}, primary key (id)); ${INDEXES}`,
  forget: async (client) => {
    const old = 'select id from play_event where user_id is null and created_at < $1 limit 1000';
    const remove = `delete from play_event where id in (${old})`;
    while ((await client.query(remove, [monthsAgo(VISITORS.months - 1)])).rowCount === 1000);
  },
};

/** No key can be unique across partitions without their columns, so the id is merely indexed. */
const byMonth: Variant = {
  schema: [
    `create table play_event (${COLUMNS}) partition by list (user_id)`,
    'create table play_member partition of play_event default',
    'create table play_visitor partition of play_event for values in (null) partition by range (created_at)',
    ...Array.from(
      { length: VISITORS.months + 1 },
      (_, i) => `create table play_visitor_${i} partition of play_visitor
        for values from (${monthsAgo(i)}) to (${monthsAgo(i - 1)})`,
    ),
    `create index on play_event (id); ${INDEXES}`,
  ].join(';'),
  forget: async (client) => void (await client.query(`drop table play_visitor_${VISITORS.months}`)),
};

/**
 * The table of plays on PostgreSQL as it is, and with visitors' plays in a partition for each month: sizes, what each
 * statement takes, and what it costs to forget visitors' plays. BENCH_PLAYS sets the number of rows.
 */
export async function plays(): Promise<Line[]> {
  const cluster = await startPostgres({ settings: { shared_buffers: '256MB', max_wal_size: '4GB' } });
  const client = new pg.Client({ connectionString: cluster.url });
  const other = new pg.Client({ connectionString: cluster.url });
  try {
    await Promise.all([client.connect(), other.connect()]);
    await client.query('create table track (id text primary key)');
    await client.query('insert into track select md5(i::text) from generate_series(1, $1::int) i', [TRACKS]);
    const [one, two] = [await measure(client, other, ours), await measure(client, other, byMonth)];
    return Object.keys(one).map((what) => ({
      what: `${what}, of ${ROWS.toLocaleString('en')} plays`,
      ours: one[what]!.text,
      against: `by month ${two[what]!.text}`,
      ratio: one[what]!.value / two[what]!.value,
      aim: '',
      reached: true,
    }));
  } finally {
    await Promise.all([client.end(), other.end()]);
    await cluster.stop();
  }
}

interface Measured {
  value: number;
  text: string;
}

async function measure(client: pg.Client, other: pg.Client, variant: Variant) {
  await client.query(`drop table if exists play_event; ${variant.schema}`);
  await fill(client, false, MEMBERS);
  await fill(client, true, VISITORS);
  await client.query('vacuum analyze play_event');
  const filled = { 'table and indexes': await size(client), ...(await statements(client)) };
  const position = async () => (await client.query('select pg_current_wal_insert_lsn() as at')).rows[0].at;
  const [from, began] = [await position(), performance.now()];
  let done = false;
  const forgetting = variant.forget(client).finally(() => {
    done = true;
  });
  const meanwhile = await timed(
    () => addPlay(other),
    () => done,
  );
  await forgetting;
  const ms = performance.now() - began;
  const log = 'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1)::float8 / 1e6 as mb';
  const { mb } = (await client.query(log, [from])).rows[0];
  await client.query('vacuum analyze play_event');
  return {
    ...filled,
    'forgetting a month of visitors': { value: ms, text: `${(ms / 1000).toFixed(2)} s` },
    'its log, with other plays': { value: mb, text: `${mb.toFixed(1)} MB` },
    'a play meanwhile': meanwhile,
    'table and indexes afterwards': await size(client),
  } as Record<string, Measured>;
}

/** Oldest first, as they come. */
async function fill(client: pg.Client, visitors: boolean, { months, share }: typeof MEMBERS): Promise<void> {
  const batches = 20;
  const each = Math.round((ROWS * share) / batches);
  const length = (months * 30 * DAY) / batches;
  const user = visitors ? 'null::text' : `md5(floor(random() * ${USERS})::text)`;
  for (let batch = batches; batch > 0; batch--)
    await client.query(`insert into play_event select gen_random_uuid()::text, md5(track::text), member,
      coalesce('user:' || member, md5(random()::text)), 60000, at from (
        select 1 + floor(power(random(), 3) * ${TRACKS})::int as track, ${user} as member,
          ${Math.ceil(NOW - batch * length)} + floor(i * ${(length * 0.99) / each})::bigint as at
        from generate_series(1, ${each}) i) as made`);
}

async function size(client: pg.Client): Promise<Measured> {
  const { rows } = await client.query(`select sum(pg_table_size(oid))::float8 / 1e6 as heap,
    sum(pg_indexes_size(oid))::float8 / 1e6 as indexes from pg_class where relname like 'play%' and relkind = 'r'`);
  const { heap, indexes } = rows[0];
  return { value: heap + indexes, text: `${heap.toFixed(0)} + ${indexes.toFixed(0)} MB` };
}

/** The 99th percentile, which the text follows with the median. */
async function timed(call: () => Promise<unknown>, isDone: (calls: number) => boolean): Promise<Measured> {
  const took: number[] = [];
  do {
    const began = performance.now();
    await call();
    took.push(performance.now() - began);
  } while (!isDone(took.length));
  took.sort((a, b) => a - b);
  const [p50, p99] = [0.5, 0.99].map((share) => took[Math.floor((took.length - 1) * share)]!);
  return { value: p99!, text: `p99 ${p99!.toFixed(2)} ms, p50 ${p50!.toFixed(2)}` };
}

const md5 = (number: number) => createHash('md5').update(String(number)).digest('hex');
const anyTrack = () => md5(1 + Math.floor(Math.random() ** 3 * TRACKS));
const anyUser = () => md5(Math.floor(Math.random() * USERS));

const addPlay = (client: pg.Client) =>
  client.query(
    `insert into play_event (id, track_id, user_id, listener, played_ms, created_at)
      values (gen_random_uuid()::text, $1, null, md5(random()::text), 60000, $2)`,
    [anyTrack(), NOW - 1000],
  );

/** As the server sends them. */
async function statements(client: pg.Client): Promise<Record<string, Measured>> {
  const run = (text: string, values: () => unknown[]) =>
    timed(
      () => client.query(text, values()),
      (calls) => calls === CALLS,
    );
  return {
    'a play': await timed(
      () => addPlay(client),
      (calls) => calls === CALLS,
    ),
    'whether it counted before': await run(
      'select id from play_event where track_id = $1 and listener = $2 and created_at > $3 limit 1',
      () => [anyTrack(), `user:${anyUser()}`, NOW - 240_000],
    ),
    'what a member played last': await run(
      'select track_id from play_event where user_id = $1 order by created_at desc, id desc limit 60',
      () => [anyUser()],
    ),
    'how much a member played': await run('select count(*) from play_event where user_id = $1', () => [
      anyUser(),
    ]),
    'charts of 50 tracks': await run(
      `select track_id, count(*), count(distinct listener) from play_event
        where track_id = any($1) and created_at > $2 and created_at <= $3 group by track_id`,
      () => [Array.from({ length: 50 }, anyTrack), monthsAgo(1), NOW],
    ),
  };
}
