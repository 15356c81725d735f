import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const answers = () => spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0;

/** Whether there is an ffmpeg to compare with; installs it where the tests may (Debian, as root), and says so where not. */
export function findFfmpeg(): boolean {
  if (answers() || (installOnDebian() && answers())) return true;
  console.log(
    '\n!! SKIPPED: No ffmpeg was found to compare with. Install one (Debian: apt-get install ffmpeg).\n',
  );
  return false;
}

function installOnDebian(): boolean {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return false;
  console.log('Installing ffmpeg for the tests (apt-get install ffmpeg) …');
  const apt = (...words: string[]) =>
    spawnSync('apt-get', words, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  return apt('update') && apt('install', '-y', '--no-install-recommends', 'ffmpeg');
}

/** Runs ffmpeg; what it says and what it writes to standard output come back. @throws Error when it fails. */
export function ffmpeg(...words: string[]): { said: string; output: Buffer } {
  const run = spawnSync('ffmpeg', ['-hide_banner', '-nostdin', '-y', ...words], { maxBuffer: 2 ** 30 });
  const said = run.stderr.toString();
  if (run.status !== 0) throw new Error(said);
  return { said, output: run.stdout };
}

/** What ffmpeg finds in a sound file: seconds as it decodes, LUFS (EBU R 128) and dBTP. */
export function measuredByFfmpeg(file: string): { seconds: number; lufs: number; peak: number } {
  const { said } = ffmpeg('-i', file, '-map', '0:a', '-af', 'ebur128=peak=true', '-f', 'null', '-');
  const summary = said.slice(said.lastIndexOf('Summary:'));
  const mono = ['-map', '0:a', '-ac', '1', '-ar', '8000', '-f', 's16le'];
  const { output } = ffmpeg('-i', file, ...mono, 'pipe:1');
  return {
    seconds: output.length / 2 / 8000,
    lufs: Number(/I:\s+(-?[\d.]+) LUFS/.exec(summary)![1]),
    peak: Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(summary)![1]),
  };
}
