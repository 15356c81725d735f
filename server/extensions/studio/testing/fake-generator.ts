import { appendFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { wav } from '../../../testing/sounds.ts';
import type { Capabilities, MusicGenerator, Poll, Submission, TakeFacts, TakeSpec } from '../generator.ts';

/** A generator that does at once what a test tells it. */
export interface FakeGenerator extends MusicGenerator {
  /** The keys of the takes that were submitted, in order. */
  submitted: string[];
  specs: TakeSpec[];
  cancelled: string[];
  /** Behavior of the next submissions; by default each writes audio. */
  onSubmit: (spec: TakeSpec, takeKey: string, submission: Submission) => ReturnType<MusicGenerator['submit']>;
  onPoll: (providerId: string) => Promise<Poll>;
  onFetch: (target: string) => Promise<void>;
}

export const fakeFacts = (spec: TakeSpec): TakeFacts => ({
  model: 'fake',
  version: '1',
  seed: spec.seed,
  reproducible: true,
  prompt: spec.prompt,
  rights: 'Nobody’s.',
  source_type: 'algorithmicMedia',
  closeness: 1,
  account: null,
  bpm: null,
  musical_key: null,
  lyrics: 'Rain on the glass',
});

/** Different audio each time, short, so that it is measured fast. */
export const fakeAudio = (seconds = 2, level = 0.3) =>
  wav(seconds, { sampleRate: 22_050, channels: 1, hz: 200 + 500 * Math.random(), level });

/** @param audioSeconds the length of its audio, which it also declares as its maximum. */
export function fakeGenerator(
  input: Partial<Capabilities> & { id?: string; cents?: number; audioSeconds?: number } = {},
): FakeGenerator {
  const { id = 'fake', cents = 0, audioSeconds = 2, ...capabilities } = input;
  const fake: FakeGenerator = {
    id,
    name: `Fake ${id}`,
    capabilities: {
      lyrics: false,
      seed: 'exact',
      maxSeconds: audioSeconds,
      atOnce: 2,
      cancel: true,
      watermark: false,
      rights: 'Nobody’s.',
      repeatable: false,
      ...capabilities,
    },
    submitted: [],
    specs: [],
    cancelled: [],
    onSubmit: async (spec, _key, { target }) => {
      await writeFile(target, fakeAudio(audioSeconds));
      return { facts: fakeFacts(spec) };
    },
    onPoll: async () => ({ state: 'running', progress: 0.5 }),
    onFetch: (target) => writeFile(target, fakeAudio(audioSeconds)),
    quote: () => ({ cents, seconds: 1 }),
    submit: (spec, takeKey, submission) => {
      fake.submitted.push(takeKey);
      fake.specs.push(spec);
      return fake.onSubmit(spec, takeKey, submission);
    },
    poll: (providerId) => fake.onPoll(providerId),
    fetch: (_url, target) => fake.onFetch(target),
    cancel: async (providerId) => {
      fake.cancelled.push(providerId);
    },
    verifyWebhook: (headers) => headers['x-fake-signature']?.toString(),
    check: async () => ({ reachable: true, message: 'Ready.' }),
  };
  return fake;
}

/** Time its service takes to accept a submission and to make a take, ms. */
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
