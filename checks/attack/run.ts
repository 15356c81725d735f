import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { playlistName } from 'contract/features/playlists.ts';
import type { Tier } from 'contract/plans.ts';
import { openLoginProvider } from '../../server/features/accounts/testing/login-provider.ts';
import { seed as seedCatalogue } from '../bench/lib/seed.ts';
import { expensiveQueries, memberQuestions, playerQuestions, siteQuestions } from './expensive-queries.ts';
import { fuzz, type Role } from './fuzz.ts';
import { rawRequests } from './lib/raw-requests.ts';
import { type Finding, printFinding } from './lib/report.ts';
import { createAccount, startTarget, type Target, temporaryFolder } from './lib/target.ts';
import { pipelining } from './pipelining.ts';
import { copyToPostgres } from './postgres-catalogue.ts';
import { premieres } from './premieres.ts';
import { prices } from './prices.ts';
import { signOn, signOnSettings } from './sign-on.ts';
import { sketches } from './sketches.ts';
import { slowClients } from './slow-clients.ts';
import { imports, tokens } from './tokens.ts';

/**
 * `npm run attack` attacks a server of its own on 127.0.0.1 in every way it knows, and fails when the server breaks one
 * of its promises (docs/limits.md). `-- --short` takes about a minute, for `npm run test:slow`; `-- --only fuzz` runs one attack;
 * `-- --engine PostgreSQL` attacks a server on PostgreSQL; `-- --tracks N` takes another catalogue; `-- --seed N`
 * repeats a fuzz run; `-- --report FILE` writes how many passed, as JSON.
 */
const { values: options } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    report: { type: 'string' },
    engine: { type: 'string', default: 'SQLite' },
    tracks: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const TRACKS = Number(options.tracks ?? (options.short ? 20_000 : 1_000_000));
const FUZZ_REQUESTS = options.short ? 3000 : 100_000;
/** A server settles between 240 and 310 MB, depending on when it collects garbage. */
const MAX_MEMORY_MB = 400;
/** The short form runs on machines of any speed: of servers that are slow, it finds only one that hangs. */
const FLOOD = options.short
  ? { observedMs: 1500, maxP99: 20_000, maxMemoryMb: MAX_MEMORY_MB }
  : { observedMs: 8000, maxP99: 200, maxMemoryMb: MAX_MEMORY_MB };

/** Larger than what a socket buffers, so that a client that never reads stalls the transfer. */
const MEDIA_BYTES = 8 * 1024 * 1024;
const MEDIA_NAME = '0123456789abcdef0123456789abcdef.mp3';
const MEDIA_PATH = `/media/${MEDIA_NAME}`;

const folder = temporaryFolder();
console.log(`Writing a catalogue of ${TRACKS.toLocaleString('en')} tracks …`);
await seedCatalogue(folder, TRACKS);
writeMedia(folder);
const allIds = trackIds(folder, 12_000);
// The fuzzer's admin may delete them.
const fuzzedIds = allIds.slice(0, 50);
const ids = allIds.slice(50);
const cluster = options.engine === 'PostgreSQL' ? await copyToPostgres(folder) : undefined;
const database: Record<string, string> = cluster ? { DATABASE_URL: cluster.url } : {};
const light = { lightCall: `/track/${ids[0]}`, ...FLOOD };

const attacks: Record<string, () => Promise<Finding[]>> = {
  fuzz: () =>
    withTarget({ RATE_LIMIT: 'off' }, async (target) => {
      const roles = await logInAll(target);
      const finding = await fuzz(target, roles, fuzzedIds, {
        count: FUZZ_REQUESTS,
        seed: Number(options.seed),
      });
      return [finding, ...(cluster ? [] : [storedNames()])];
    }),
  raw: () => withTarget({}, async (target) => [await rawRequests(target)]),
  pipelining: () => withTarget({}, (target) => pipelining(target, MEDIA_PATH)),
  slow: () => withTarget({}, (target) => slowClients(target, MEDIA_PATH)),
  premieres: () =>
    withTarget({}, async (target) =>
      premieres(target, await signUp(target, 'platinum', 'guest'), await signUp(target, 'admin', 'host')),
    ),
  // A sketch takes seconds, on busy machines minutes.
  ...(!options.short && {
    sketches: () =>
      withTarget({}, async (target) => sketches(target, await signUp(target, 'platinum', 'sketcher'))),
  }),
  tokens: () =>
    withTarget({ RATE_LIMIT: 'off' }, async (target) => {
      const admins = [await named(target, 'first'), await named(target, 'second')] as const;
      const files = cluster ? undefined : folder;
      const findings = await tokens(target, [...admins], files, { DATA_DIR: folder, ...database });
      return [...findings, ...(await imports(target, admins[0], folder))];
    }),
  'sign-on': async () => {
    const providers = await Promise.all([openLoginProvider(), openLoginProvider()] as const);
    try {
      return await withTarget(
        { RATE_LIMIT: 'off', ...signOnSettings(...providers, await freePort()) },
        async (target) => signOn(target, providers, (await named(target, 'victim')).email),
      );
    } finally {
      await Promise.all(providers.map((provider) => provider.close()));
    }
  },
  prices: () => prices(folder, ids, options.short ? 8 : 30),
  queries: () => withTarget({}, (target) => expensiveQueries(target, siteQuestions)),
  players: () =>
    withTarget({}, async (target) => {
      const { appPassword, username } = await signUp(target, 'plus', 'player');
      const playlist = await fillPlaylist(target, appPassword, ids.slice(0, 1000));
      return [
        ...(await expensiveQueries(target, playerQuestions(appPassword, username))),
        ...(await expensiveQueries(target, memberQuestions(appPassword, playlist, ids.slice(0, 1000)), 1)),
      ];
    }),
};

if (options.only && !(options.only in attacks))
  throw new Error(`There is no attack "${options.only}", only ${Object.keys(attacks).join(', ')}.`);
let passed = 0;
let failed = 0;
for (const [name, attack] of Object.entries(attacks)) {
  if (options.only && options.only !== name) continue;
  for (const finding of await attack().catch(notRun(name))) {
    printFinding(finding);
    if (finding.broken.length > 0) failed++;
    else passed++;
  }
}
await cluster?.stop();
console.log(failed === 0 ? 'The server kept its promises.' : `${failed} attacks broke a promise.`);
if (options.report) writeFileSync(options.report, JSON.stringify({ passed, failed, skipped: 0 }));
process.exitCode = failed === 0 ? 0 : 1;

/** Runs attacks against a fresh server, and adds what the server itself reported as a fault. */
async function withTarget(
  settings: Record<string, string>,
  run: (target: Target) => Promise<Finding[]>,
): Promise<Finding[]> {
  const target = await startTarget(folder, light, { ...database, ...settings });
  try {
    const findings = await run(target);
    const faults = loggedFaults(target.log());
    if (faults.length > 0)
      findings.push({ attack: 'log', sent: 'faults that the server logged', broken: faults });
    return findings;
  } finally {
    await target.stop();
  }
}

/** An attack that could not run is a finding of its own, and the others run all the same. */
function notRun(attack: string): (error: Error) => Finding[] {
  return (error) => [{ attack, sent: 'nothing: it could not run', broken: [String(error.stack)] }];
}

/** The distinct errors in the server's log. */
function loggedFaults(log: string): string[] {
  const messages = [...log.matchAll(/^\{.*"err":.*\}$/gm)].map(([line]) => {
    const { err } = JSON.parse(line) as { err: { message?: string; stack?: string } };
    return `${err.message}: ${err.stack?.split('\n')[1]?.trim()}`;
  });
  return [...new Set(messages)].slice(0, 10);
}

/** Makes a playlist of a member. @returns its id. */
async function fillPlaylist({ host, port }: Target, key: string, songs: string[]): Promise<string> {
  const body = new URLSearchParams([...Object.entries({ apiKey: key, f: 'json', name: 'Long' })]);
  for (const id of songs) body.append('songId', id);
  const answer = await fetch(`http://${host}:${port}/rest/createPlaylist`, { method: 'POST', body });
  const made = (await answer.json()) as { 'subsonic-response': { playlist: { id: string } } };
  return made['subsonic-response'].playlist.id;
}

function writeMedia(dataDir: string): void {
  mkdirSync(path.join(dataDir, 'media'), { recursive: true });
  writeFileSync(path.join(dataDir, 'media', MEDIA_NAME), Buffer.alloc(MEDIA_BYTES, 'attack'));
}

/** Whatever door they came through, names of playlists are such as the contract takes. */
function storedNames(): Finding {
  const stored = new DatabaseSync(path.join(folder, 'ovation.db'), { readOnly: true });
  const rows = stored.prepare('select name from playlist').all() as { name: string }[];
  stored.close();
  const bad = rows.filter(({ name }) => playlistName.safeParse(name).data !== name);
  const broken = bad.slice(0, 5).map(({ name }) => `a playlist is called ${JSON.stringify(name)}`);
  return { attack: 'names', sent: `${rows.length} names of playlists`, broken };
}

/** Ids of some tracks. */
function trackIds(dataDir: string, count: number): string[] {
  const database = new DatabaseSync(path.join(dataDir, 'ovation.db'), { readOnly: true });
  const rows = database.prepare(`select id from track limit ${count}`).all() as { id: string }[];
  database.close();
  return rows.map(({ id }) => id);
}

/** The attacks share a database: each name is used once. */
function signUp(target: Target, tier: Tier, name: string) {
  return createAccount(target, folder, database, `${name}@attack.example`, tier);
}

/** The server prints the address that it has in public, so its port is chosen before. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** An admin with a name of their own. */
async function named(target: Target, name: string) {
  return { ...(await signUp(target, 'admin', name)), email: `${name}@attack.example` };
}

/** Members of each plan, an admin, a visitor, and somebody with a token that is none. */
async function logInAll(target: Target): Promise<Role[]> {
  const members: Role[] = [];
  for (const tier of ['free', 'plus', 'platinum', 'admin'] satisfies Tier[])
    members.push({ name: tier, ...(await signUp(target, tier, tier)) });
  return [
    ...members,
    { name: 'visitor' },
    { name: 'stranger', token: 'not-a-token', appPassword: 'not-one' },
  ];
}
