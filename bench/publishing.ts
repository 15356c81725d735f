import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount } from '../server/features/accounts/accounts.ts';
import { beginSession } from '../server/features/accounts/sessions.ts';
import { personalData } from '../server/personal-data.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { form, wav } from '../server/testing/sounds.ts';
import { p99, watchChildren } from './meanwhile.ts';
import { ovation, type Program, temporaryFolder } from './programs.ts';
import { seed } from './seed.ts';
import type { Line } from './table.ts';

const SECONDS = 240;
const TRACKS = 1000;
const MAX_SECONDS = 60;
const MAX_MB = 700;

/** Formats that ffmpeg converts the WAV to. */
const formats: [what: string, ending: string, options: string[]][] = [
  ['MP3', 'mp3', ['-b:a', '192k']],
  ['FLAC', 'flac', []],
  ['Ogg Vorbis', 'ogg', ['-c:a', 'libvorbis']],
  ['Ogg Opus', 'opus', ['-c:a', 'libopus']],
  ['M4A', 'm4a', ['-c:a', 'aac', '-b:a', '192k']],
];

/** The time and memory to process a four-minute song in each format, and the site's latency during processing. */
export async function publishing(): Promise<Line[]> {
  const folder = temporaryFolder();
  await seed(folder, TRACKS);
  const headers = await adminOf(folder);
  const server = await ovation(folder);
  const source = path.join(folder, 'source.wav');
  writeFileSync(source, wav(SECONDS));
  const files: [what: string, data: Buffer][] = [['WAV', readFileSync(source)]];
  if (spawnSync('ffmpeg', ['-version']).error) console.log('ffmpeg is missing, so only WAV is measured.');
  else
    for (const [what, ending, options] of formats) {
      const file = path.join(folder, `made.${ending}`);
      execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', source, ...options, file]);
      files.push([what, readFileSync(file)]);
    }

  const lines: Line[] = [];
  for (const [what, data] of files) {
    const began = performance.now();
    const id = await send(server, headers, data);
    const peak = watchChildren(server.pid);
    await settled(server, headers, id);
    const took = (performance.now() - began) / 1000;
    const memory = peak();
    lines.push({
      what: `${what} of ${SECONDS / 60} minutes, uploaded and processed`,
      ours: `${took.toFixed(1)} s, ${memory === undefined ? '?' : Math.round(memory)} MB`,
      against: '',
      aim: `<= ${MAX_SECONDS} s, ${MAX_MB} MB`,
      reached: took <= MAX_SECONDS && (memory ?? 0) <= MAX_MB,
    });
  }
  const idle = await p99(server, () => Promise.resolve(false));
  // New files, because known ones are not processed again.
  const ids = await Promise.all([500, 600, 700].map((hz) => send(server, headers, wav(SECONDS, { hz }))));
  const busy = await p99(server, async () => (await stateOf(server, headers, ids.at(-1)!)) !== 'ready');
  lines.push({
    what: 'p99 of a list while three files are processed',
    ours: `${busy.toFixed(1)} ms`,
    against: `idle ${idle.toFixed(1)} ms`,
    ratio: busy / idle,
    aim: '<= 3',
    reached: busy / idle <= 3,
  });
  await server.stop();
  return lines;
}

async function adminOf(dataDir: string): Promise<{ authorization: string }> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl: undefined });
  const token = await db.transaction().execute(async (tx) => {
    const given = { name: 'Bench', email: 'bench@people.example', password_hash: 'none' };
    const { id } = await createAccount(
      tx,
      { clock: Date.now, personalData: personalData(null) },
      given,
      'admin',
    );
    return beginSession(tx, id, Date.now());
  });
  await close();
  return { authorization: `Bearer ${token}` };
}

async function send({ url }: Program, admin: Record<string, string>, data: Buffer): Promise<string> {
  const { body, headers } = form({ field: 'audio', name: 'song', data });
  const init = { method: 'POST', headers: { ...admin, ...headers }, body: new Uint8Array(body) };
  const answer = await fetch(`${url}/api/upload/audio`, init);
  if (answer.status !== 200) throw new Error(await answer.text());
  return ((await answer.json()) as { id: string }).id;
}

async function stateOf({ url }: Program, headers: Record<string, string>, id: string): Promise<string> {
  const upload = (await (await fetch(`${url}/publishing/uploads/${id}`, { headers })).json()) as {
    state: string;
    failure: string | null;
  };
  if (upload.failure) throw new Error(upload.failure);
  return upload.state;
}

async function settled(server: Program, headers: Record<string, string>, id: string): Promise<void> {
  while ((await stateOf(server, headers, id)) !== 'ready') await sleep(50);
}
