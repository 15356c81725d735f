import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MusicGenerator } from '../generator.ts';
import { fakeFacts, fakeGenerator } from './fake-generator.ts';

/** How long its service takes to accept a submission and to make a take, ms. */
const ACCEPT_MS = 40;
const MAKE_MS = 300;

/** A generator that appends the key of each submission to a file, which survives a kill. Its takes take a moment. */
export function recordingGenerator(file: string): MusicGenerator {
  const started = new Map<string, number>();
  const fake = fakeGenerator({ id: 'recording', atOnce: 4 });
  fake.onSubmit = async (_spec, key) => {
    appendFileSync(file, `${key}\n`);
    await sleep(ACCEPT_MS);
    return { providerId: key };
  };
  fake.onPoll = async (key) => {
    const since = started.get(key) ?? Date.now();
    started.set(key, since);
    if (Date.now() - since < MAKE_MS) return { state: 'running', progress: 0.5 };
    const spec = { title: '', genre: 'jazz', prompt: '', seconds: 2, seed: 1, number: 1 };
    return { state: 'succeeded', audioUrl: key, facts: fakeFacts(spec) };
  };
  return fake;
}
