import { existsSync, readFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import type { TakeFacts } from '../generator.ts';
import { houseBand, playHook } from './house-band.ts';
import { failureOf, spec, submission } from './testing/provider.ts';

const { execPath } = process;
afterEach(() => {
  process.execPath = execPath;
});

it('plays the same song for the same order', async () => {
  const progress: number[] = [];
  const play = async () => {
    const given = submission();
    given.onProgress = (share) => progress.push(share);
    const answer = await houseBand().submit({ ...spec, seconds: 60 }, 'take', given);
    return { answer, file: readFileSync(given.target) };
  };
  const first = await play();
  expect((await play()).file.equals(first.file)).toBe(true);
  expect(first.answer).toMatchObject({
    facts: {
      model: 'Ovation house band',
      version: expect.stringMatching(/./),
      seed: spec.seed,
      reproducible: true,
      prompt: spec.prompt,
      source_type: 'algorithmicMedia',
      heard: expect.arrayContaining([expect.objectContaining({ outcome: 'done' })]),
    },
  });
  expect(progress.length).toBeGreaterThan(0);
});

it('sings lyrics and tells when, also in a sketch', async () => {
  const lyrics = '[00:03.00]Oh the river, take me home';
  const { facts } = (await houseBand().submit({ ...spec, seconds: 60, lyrics }, 'take', submission())) as {
    facts: TakeFacts;
  };
  expect(facts.lyrics).toMatch(/^\[Chorus\]\n\[\d\d:\d\d\.\d\d\]Oh <\d\d:\d\d\.\d\d>the /);
  expect(facts.heard).toContainEqual({ chip: 'Sing the lyrics', words: '', outcome: 'done', why: null });
  const { target, signal, onProgress } = submission();
  const order = { genre: 'jazz', description: '', lyrics, seed: 1 };
  await playHook(order, target, { signal, onProgress });
  const plain = submission();
  await playHook({ ...order, lyrics: null }, plain.target, { signal, onProgress });
  expect(readFileSync(target).equals(readFileSync(plain.target))).toBe(false);
});

it('stops at once when the take is cancelled', async () => {
  const abort = new AbortController();
  const given = {
    ...submission(),
    signal: abort.signal,
    onProgress: () => abort.abort(new Error('cancelled')),
  };
  expect(await failureOf(houseBand().submit(spec, 'take', given))).toEqual(new Error('cancelled'));
  expect(existsSync(given.target)).toBe(false);
});

it('may be asked again when its process could not run', async () => {
  process.execPath = '/nowhere/node';
  expect(await failureOf(houseBand().submit(spec, 'take', submission()))).toMatchObject({
    kind: 'transient',
    message: expect.stringMatching(/^The house band had to stop: its process could not run: .*ENOENT\.$/),
  });
});
