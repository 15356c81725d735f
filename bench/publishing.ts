import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { wav } from '../server/testing/sounds.ts';
import { p99, watchChildren } from './meanwhile.ts';
import { ovation, temporaryFolder } from './programs.ts';
import { seed } from './seed.ts';
import type { Line } from './table.ts';
import { adminOf, send, settled, stateOf } from './uploads.ts';

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
