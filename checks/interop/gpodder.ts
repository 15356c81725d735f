import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { mp3 } from '../../server/features/publishing/testing/containers.ts';
import { publishTrack, testServer } from '../../server/testing/server.ts';
import type { Part, Proof, Stage } from './part.ts';

/** A podcast player that subscribes to a feed, finds new songs and downloads them. */
export const part: Part = { name: 'gPodder', programs: { gpo: 'gpodder' }, longOnly: true, run };

async function run({ folder }: Stage): Promise<Proof> {
  const env = {
    ...process.env,
    GPODDER_HOME: path.join(folder, 'home'),
    GPODDER_DOWNLOAD_DIR: path.join(folder, 'songs'),
  };
  const gpo = async (...words: string[]) => (await promisify(execFile)('gpo', words, { env })).stdout;
  const installed = await promisify(execFile)('dpkg-query', ['-W', 'gpodder']).catch(() => undefined);
  const proof: Proof = { version: installed?.stdout.split('\t')[1]?.trim() ?? '', proved: [], broken: [] };
  const prove = (what: string, isTrue: boolean, seen: unknown) =>
    isTrue ? proof.proved.push(what) : proof.broken.push(`not so: ${what}. ${JSON.stringify(seen)}`);
  const s = await testServer();
  try {
    const feed = `${await s.app.listen({ port: 0, host: '127.0.0.1' })}/feeds/new.xml`;
    const sound = await mp3(2);
    const audio_url = await s.c.media.put(sound, 'mp3');
    const publish = (title: string) => publishTrack(s.c, { title, audio_url });
    await publish('Rain & Shine <3');

    await gpo('subscribe', feed);
    const listed = await gpo('list');
    prove('it shows the title of the feed', listed.includes('New on Ovation'), listed);
    const first = await gpo('episodes', feed);
    prove('it lists the song', first.includes('Rain & Shine <3'), first);

    const id = await publish('Paper Lanterns');
    await gpo('update', feed);
    const second = await gpo('episodes', '--guid', feed);
    prove(
      'an update finds a new song, by its id',
      second.includes('Paper Lanterns') && second.includes(id),
      second,
    );

    const downloaded = await gpo('download', feed);
    const files = readdirSync(env.GPODDER_DOWNLOAD_DIR, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.mp3'))
      .map((file) => readFileSync(path.join(env.GPODDER_DOWNLOAD_DIR, file)));
    const isWhole = files.length === 2 && files.every((file) => file.equals(sound));
    prove('it downloads both songs, byte by byte', isWhole, [downloaded, files.map(({ length }) => length)]);
    return proof;
  } finally {
    await s.close();
  }
}
