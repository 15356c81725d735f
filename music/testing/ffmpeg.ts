import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const answers = () => spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0;

/** True if ffmpeg is available for comparison. Installs it on Debian as root; logs when it is missing. */
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

/** Runs ffmpeg. @returns its log and its standard output. @throws Error when it fails. */
export function ffmpeg(...words: string[]): { log: string; output: Buffer } {
  const run = spawnSync('ffmpeg', ['-hide_banner', '-nostdin', '-y', ...words], { maxBuffer: 2 ** 30 });
  const log = run.stderr.toString();
  if (run.status !== 0) throw new Error(log);
  return { log, output: run.stdout };
}

/** Measures a sound file with ffmpeg: decoded seconds, LUFS (EBU R 128) and dBTP. */
export function measuredByFfmpeg(file: string): { seconds: number; lufs: number; peak: number } {
  const { log } = ffmpeg('-i', file, '-map', '0:a', '-af', 'ebur128=peak=true', '-f', 'null', '-');
  const summary = log.slice(log.lastIndexOf('Summary:'));
  const mono = ['-map', '0:a', '-ac', '1', '-ar', '8000', '-f', 's16le'];
  const { output } = ffmpeg('-i', file, ...mono, 'pipe:1');
  return {
    seconds: output.length / 2 / 8000,
    lufs: Number(/I:\s+(-?[\d.]+) LUFS/.exec(summary)![1]),
    peak: Number(/Peak:\s+(-?[\d.]+) dBFS/.exec(summary)![1]),
  };
}
