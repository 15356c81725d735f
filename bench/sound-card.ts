import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopped, temporaryFolder } from './programs.ts';

export const SAMPLE_RATE = 44_100;
const SINK = 'listener';

/** A sound card without a speaker, whose sound can be recorded. */
export interface SoundCard {
  /** The environment of a program that is to play on it. */
  env: Record<string, string>;
  /** Records until `stop` returns the samples, -1 to 1. */
  record: () => Promise<{ stop: () => Promise<Float32Array> }>;
  stop: () => Promise<void>;
}

/** Starts a PulseAudio of its own with a null sink; null where PulseAudio is not installed. */
export async function soundCard(): Promise<SoundCard | null> {
  if (spawnSync('pulseaudio', ['--version']).error) return null;
  const folder = temporaryFolder();
  const socket = path.join(folder, 'socket');
  const env = { PULSE_SERVER: `unix:${socket}`, PULSE_RUNTIME_PATH: folder, PULSE_STATE_PATH: folder };
  const modules = [
    `module-native-protocol-unix socket=${socket} auth-anonymous=1`,
    `module-null-sink sink_name=${SINK} rate=${SAMPLE_RATE}`,
  ];
  const server = start(
    'pulseaudio',
    ['-n', '--daemonize=no', '--exit-idle-time=-1', ...modules.flatMap((module) => ['-L', module])],
    env,
  );
  for (
    let tries = 0;
    spawnSync('pactl', ['info'], { env: { ...process.env, ...env } }).status !== 0;
    tries++
  ) {
    if (tries > 50) throw new Error('PulseAudio did not start');
    await sleep(100);
  }
  return { env, record: () => recordSink(env), stop: () => stopped(server) };
}

async function recordSink(env: Record<string, string>) {
  const format = ['--raw', '--format=s16le', `--rate=${SAMPLE_RATE}`, '--channels=1', '--latency-msec=20'];
  const recorder = start('parec', [...format, `--device=${SINK}.monitor`], env);
  const chunks: Buffer[] = [];
  recorder.stdout!.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(recorder.stdout!, 'data');
  return {
    async stop() {
      await stopped(recorder);
      const bytes = Buffer.concat(chunks);
      return Float32Array.from({ length: bytes.length >> 1 }, (_, i) => bytes.readInt16LE(2 * i) / 32_768);
    },
  };
}

function start(program: string, args: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  process.once('exit', () => child.kill());
  return child;
}
