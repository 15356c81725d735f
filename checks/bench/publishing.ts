import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount } from '../../server/features/accounts/accounts.ts';
import { beginSession } from '../../server/features/accounts/login/sessions.ts';
import { personalData } from '../../server/features.ts';
import { openDatabase } from '../../server/platform/db/database.ts';
import { form, wav } from '../../server/testing/sounds.ts';
import { p99, watchChildren } from './lib/meanwhile.ts';
import { ovation, type Program, temporaryFolder } from './lib/programs.ts';
import { seed } from './lib/seed.ts';
import type { Line } from './lib/table.ts';

const SECONDS = 240;
const TRACKS = 1000;
const MAX_SECONDS = 60;
const MAX_MB = 700;

/** The time and memory to process a four-minute song, and the site's latency while three are processed. */
export async function publishing(): Promise<Line[]> {
  const folder = temporaryFolder();
  await seed(folder, TRACKS);
  const headers = await adminOf(folder);
  const server = await ovation(folder);
  const isReady = async (id: string) => {
    const answer = await fetch(`${server.url}/publishing/uploads/${id}`, { headers });
    const { state, failure } = (await answer.json()) as { state: string; failure: string | null };
    if (failure) throw new Error(failure);
    return state === 'ready';
  };

  const began = performance.now();
  const first = await send(server, headers, wav(SECONDS));
  const peak = watchChildren(server.pid);
  while (!(await isReady(first))) await sleep(50);
  const took = (performance.now() - began) / 1000;
  const memory = peak();

  const idle = await p99(server, () => Promise.resolve(false));
  // New files, because known ones are not processed again.
  const ids = await Promise.all([500, 600, 700].map((hz) => send(server, headers, wav(SECONDS, { hz }))));
  const busy = await p99(server, async () => !(await isReady(ids.at(-1)!)));
  await server.stop();
  return [
    {
      what: `a WAV of ${SECONDS / 60} minutes, uploaded and processed`,
      ours: `${took.toFixed(1)} s, ${memory === undefined ? '?' : Math.round(memory)} MB`,
      against: '',
      aim: `<= ${MAX_SECONDS} s, ${MAX_MB} MB`,
      reached: took <= MAX_SECONDS && (memory ?? 0) <= MAX_MB,
    },
    {
      what: 'p99 of a list while three files are processed',
      ours: `${busy.toFixed(1)} ms`,
      against: `idle ${idle.toFixed(1)} ms`,
      ratio: busy / idle,
      aim: '<= 3',
      reached: busy / idle <= 3,
    },
  ];
}

/** An admin of the server that will run on this folder: the headers of their session. */
async function adminOf(dataDir: string): Promise<{ authorization: string }> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl: undefined });
  const token = await db.transaction().execute(async (tx) => {
    const given = { name: 'Bench', email: 'bench@people.example', password_hash: 'none' };
    const context = { clock: Date.now, personalData };
    const { id } = await createAccount(tx, context, given, 'admin');
    return beginSession(tx, id, Date.now());
  });
  await close();
  return { authorization: `Bearer ${token}` };
}

/** Uploads a song. @returns the id of the upload. */
async function send({ url }: Program, admin: Record<string, string>, data: Buffer): Promise<string> {
  const { body, headers } = form({ field: 'audio', name: 'song', data });
  const init = { method: 'POST', headers: { ...admin, ...headers }, body: new Uint8Array(body) };
  const answer = await fetch(`${url}/api/upload/audio`, init);
  if (answer.status !== 200) throw new Error(await answer.text());
  return ((await answer.json()) as { id: string }).id;
}
