import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Upload } from 'contract/features/publishing.ts';
import type { Track } from 'contract/features/tracks.ts';
import { openBucket } from '../../server/platform/media/bucket.ts';
import { openMediaBucket } from '../../server/platform/media/bucket-store.ts';
import type { MediaStore } from '../../server/platform/media/store.ts';
import { form, wav } from '../../server/testing/sounds.ts';
import { cli, wipe } from '../faults/backup.ts';
import { openSystem, type System } from '../faults/lib/system.ts';
import type { Part, Proof, Stage } from './part.ts';
import { type Swift, startSwift } from './swift.ts';

/** Media in an object store, which other programs read and write, too. */
export const part: Part = {
  name: 'OpenStack Swift by S3',
  programs: {
    'swift-proxy-server': 'swift-proxy',
    'swift-account-server': 'swift-account',
    'swift-container-server': 'swift-container',
    'swift-object-server': 'swift-object',
    'swift-ring-builder': 'swift',
    s3cmd: 's3cmd',
    rclone: 'rclone',
  },
  longOnly: true,
  run,
};

const BUCKET = 'ovation';
const execute = promisify(execFile);

async function run({ folder }: Stage): Promise<Proof> {
  const home = path.join(folder, 'swift');
  mkdirSync(home);
  const swift = await startSwift(home);
  const info = (await (await fetch(`${swift.endpoint}/info`)).json()) as { swift: { version: string } };
  const proof: Proof = { version: info.swift.version, proved: [], broken: [] };
  const { endpoint, region, accessKeyId, secretAccessKey } = swift;
  const settings = {
    ...{ S3_ENDPOINT: endpoint, S3_BUCKET: BUCKET, S3_REGION: region },
    ...{ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
  };
  const others = otherPrograms(folder, swift);
  try {
    await others.s3cmd('mb', `s3://${BUCKET}`);
    const bucket = openBucket({ ...swift, bucket: BUCKET, publicUrl: undefined });
    const store = await openMediaBucket(bucket, path.join(folder, 'work'));
    const system = await openSystem({ settings });
    try {
      await tryAll({ system, store, settings, others, folder, check: checker(proof) });
    } finally {
      await system.close();
    }
  } finally {
    await swift.stop();
  }
  return proof;
}

/** Notes what holds and what does not. */
function checker({ proved, broken }: Proof): (what: string, holds: boolean, seen?: unknown) => void {
  return (what, holds, seen = '') =>
    void (holds ? proved.push(what) : broken.push(`not so: ${what} (${seen})`));
}

type Others = ReturnType<typeof otherPrograms>;

function otherPrograms(folder: string, { endpoint, region, accessKeyId, secretAccessKey }: Swift) {
  const { host } = new URL(endpoint);
  const [s3cmd, rclone] = [path.join(folder, 's3cmd.conf'), path.join(folder, 'rclone.conf')];
  writeFileSync(
    s3cmd,
    `[default]\naccess_key = ${accessKeyId}\nsecret_key = ${secretAccessKey}\nhost_base = ${host}\nhost_bucket = ${host}\nbucket_location = ${region}\nuse_https = False\n`,
  );
  writeFileSync(
    rclone,
    `[store]\ntype = s3\nprovider = Other\naccess_key_id = ${accessKeyId}\nsecret_access_key = ${secretAccessKey}\nregion = ${region}\nendpoint = ${endpoint}\n`,
  );
  // The settings of the person who runs this stay out.
  const env = { PATH: process.env.PATH, HOME: folder };
  const options = { encoding: 'buffer', maxBuffer: 2 ** 28, env } as const;
  return {
    s3cmd: (...args: string[]) => execute('s3cmd', ['--config', s3cmd, '--quiet', ...args], options),
    rclone: (...args: string[]) => execute('rclone', ['--config', rclone, ...args], options),
  };
}

interface Trial {
  system: System;
  store: MediaStore;
  settings: Record<string, string>;
  others: Others;
  folder: string;
  check: ReturnType<typeof checker>;
}

async function tryAll(trial: Trial): Promise<void> {
  const song = wav(20);
  const { upload, track } = await publish(trial.system, song);
  await redirects(trial, track.audio_url);
  await readByOthers(trial, upload.url, song);
  await listsPages(trial);
  await readsParts(trial);
  await repairsAndRestores(trial, track.audio_url);
}

/** Uploads a song through a server and publishes it. */
async function publish(
  { origins: [origin], members: [member], database }: System,
  song: Buffer,
): Promise<{ upload: Upload; track: Track }> {
  await database.db
    .updateTable('account_status')
    .set({ plan_tier: 'admin', granted_tier: 'admin' })
    .where('user_id', '=', member!.id)
    .execute();
  const call = async <T>(route: string, init: RequestInit = {}): Promise<T> => {
    const headers = { ...member!.headers, ...(init.headers as Record<string, string>) };
    const response = await fetch(origin + route, { ...init, headers });
    if (!response.ok)
      throw new Error(`${route} was answered with ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const { body, headers } = form({ field: 'audio', name: 'song.wav', data: song });
  let upload = await call<Upload>('/api/upload/audio', {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
  });
  for (; upload.state !== 'ready'; await sleep(200)) {
    if (upload.state === 'failed') throw new Error(`The upload failed: ${upload.failure}`);
    upload = await call<Upload>(`/publishing/uploads/${upload.id}`);
  }
  const track = await call<Track>('/track', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Parts', display_artist: 'Nobody', genre: 'jazz', audio_url: upload.url }),
  });
  return { upload, track };
}

/** Follows the server's redirect as a player does. */
async function redirects({ system, check }: Trial, audio: string): Promise<void> {
  const { status, headers } = await fetch(onServer(system, audio), { redirect: 'manual' });
  const signed = headers.get('location') ?? '';
  const whole = Buffer.from(await (await fetch(signed)).arrayBuffer());
  const part = await fetch(signed, { headers: { range: 'bytes=100-199' } });
  const range = part.headers.get('content-range');
  const bytes = Buffer.from(await part.arrayBuffer());
  check(
    'an uploaded song plays by redirect and signature, with ranges',
    status === 302 &&
      part.status === 206 &&
      range === `bytes 100-199/${whole.length}` &&
      bytes.equals(whole.subarray(100, 200)),
  );
  const changed = [signed.replace('X-Amz-Expires=86400', 'X-Amz-Expires=604800'), signed.split('?')[0]!];
  const statuses = await Promise.all(changed.map(async (url) => (await fetch(url)).status));
  const areRefused = statuses.every((one) => one >= 400 && one < 500);
  check('a changed signature and none are refused', areRefused, statuses);
}

const onServer = ({ origins: [origin] }: System, url: string) => origin + new URL(url).pathname;
const nameOf = (url: string) => path.posix.basename(new URL(url).pathname);

async function readByOthers({ others, folder, check }: Trial, url: string, song: Buffer): Promise<void> {
  const name = nameOf(url);
  const copy = path.join(folder, name);
  await others.s3cmd('get', `s3://${BUCKET}/${name}`, copy);
  const { stdout } = await others.rclone('cat', `store:${BUCKET}/${name}`);
  check('s3cmd and rclone read what was uploaded', song.equals(await readFile(copy)) && song.equals(stdout));
}

/** More than one page of a list holds. */
const FILES = 1050;

async function listsPages({ store, others, check }: Trial): Promise<void> {
  const put: string[] = [];
  await tenAtOnce(FILES, async (i) => void put.push(await store.put(Buffer.from(`{"file":${i}}`), 'json')));
  const listed: string[] = [];
  for await (const { mediaPath } of store.list()) listed.push(mediaPath);
  const { stdout } = await others.rclone('lsf', `store:${BUCKET}`);
  const names = String(stdout).trim().split('\n');
  check(
    `a list of ${listed.length} files is complete`,
    new Set(listed).size === names.length && put.every((mediaPath) => listed.includes(mediaPath)),
  );
  const young = put.pop()!;
  await store.remove(young, Date.now() - 3_600_000);
  await tenAtOnce(put.length, (i) => store.remove(put[i]!, Date.now() + 60_000));
  const sizes = await Promise.all([put[0]!, young].map(store.sizeOf));
  check('only files older than asked are removed', sizes[0] === undefined && sizes[1] !== undefined);
}

async function tenAtOnce(count: number, run: (i: number) => Promise<void>): Promise<void> {
  const every = async (first: number) => {
    for (let i = first; i < count; i += 10) await run(i);
  };
  await Promise.all(Array.from({ length: 10 }, (_, first) => every(first)));
}

/** A file that another program uploaded in parts is one file to the server. */
async function readsParts({ store, others, folder, check }: Trial): Promise<void> {
  const data = randomBytes(12 * 1024 ** 2);
  const name = `${randomBytes(16).toString('hex')}.wav`;
  const file = path.join(folder, name);
  writeFileSync(file, data);
  await others.s3cmd('--multipart-chunk-size-mb=5', 'put', file, `s3://${BUCKET}/${name}`);
  const copy = await store.localCopy(`/media/${name}`);
  let listed = 0;
  for await (const { mediaPath, bytes } of store.list()) if (mediaPath.endsWith(name)) listed = bytes;
  check(
    'a file that s3cmd uploaded in parts is read whole',
    listed === data.length &&
      (await store.sizeOf(`/media/${name}`)) === data.length &&
      data.equals(await readFile(copy!.file)),
  );
  await store.remove(`/media/${name}`);
}

/** Loses one file, then everything. */
async function repairsAndRestores(trial: Trial, audio: string): Promise<void> {
  const { system, settings, others, folder, check } = trial;
  const backup = path.join(folder, 'backup.tar');
  const run = (...args: string[]) => cli(system, args, settings);
  const before = await (await fetch(onServer(system, audio))).arrayBuffer();
  check('verify finds a whole bucket intact', (await run('verify')).length === 0);
  check('a backup is written', (await run('backup', backup)).length === 0);

  await others.s3cmd('del', `s3://${BUCKET}/${nameOf(audio)}`);
  const [complaint = ''] = await run('verify');
  check('verify names a file that is missing', complaint.includes(nameOf(audio)));
  const putBack = await run('verify', '--from', backup);
  putBack.push(...(await run('verify')));
  check('verify puts it back from a backup', putBack.length === 0, putBack);

  await system.end('SIGTERM');
  await wipe(system);
  await others.rclone('delete', `store:${BUCKET}`);
  const restored = await run('restore', backup);
  await system.start();
  const after = await (await fetch(onServer(system, audio))).arrayBuffer();
  const complaints = [...restored, ...(await run('verify'))];
  const isSame = Buffer.from(before).equals(Buffer.from(after));
  check('a restored backup fills an empty bucket', isSame && complaints.length === 0, complaints);
}
