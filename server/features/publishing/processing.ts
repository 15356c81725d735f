import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { COVER_MAIN_WIDTH } from 'contract/covers.ts';
import type { AudioFacts } from 'contract/publishing.ts';
import type { Step } from 'contract/publishing-constants.ts';
import { Unplayable } from 'music/analysis/pcm.ts';
import type { Context } from '../../context.ts';
import type { UploadTable } from '../../platform/db/schema.ts';
import { StoreAway } from '../../platform/media/bucket.ts';
import { inOwnProcess } from './own-process.ts';
import { changeHeld, claim, selectByUrl } from './upload-queries.ts';

/** A processor that was not heard of for so long is gone, and another goes on; ms. */
const LEASE_MS = 20_000;
/** How often a processor is heard of, ms. */
const HEARD_EVERY = 5000;
/** How often it is looked for work that others left, ms. */
const LOOK_EVERY = 5000;
/** A file whose processing took the whole server down so often is not tried again. */
const MOST_ATTEMPTS = 3;

const BROKE = 'This file could not be processed. Please export it again, or choose another.';

/** Somebody else holds the upload now, or it was discarded. */
class Lost extends Error {}

/** What it stands on: the context but for itself. */
type Workplace = Omit<Context, 'processing'>;

/** Processes what waits, one file after the other, until `stop`. */
export interface Processing {
  /** Looks for work at once. */
  wake: () => void;
  /** Ends what is under way; it goes on at the next start. */
  stop: () => Promise<void>;
}

export const noProcessing = (): Processing => ({ wake: () => {}, stop: async () => {} });

/** @param failed is told what should never happen. */
export function startProcessing(c: Workplace, failed: (error: unknown) => void): Processing {
  const stopped = new AbortController();
  let wake = () => {};
  const work = async () => {
    while (!stopped.signal.aborted) {
      const found = await processNext(c, stopped.signal).catch((error) => {
        failed(error);
        return false;
      });
      if (found) continue;
      await new Promise<void>((resolve) => {
        const later = setTimeout(resolve, LOOK_EVERY);
        wake = () => {
          clearTimeout(later);
          resolve();
        };
        if (stopped.signal.aborted) wake();
      });
    }
  };
  const ended = work();
  return {
    wake: () => wake(),
    stop: async () => {
      stopped.abort();
      wake();
      await ended;
    },
  };
}

/** Processes the upload that waits longest. @returns whether there was one. */
export async function processNext(
  c: Workplace,
  signal: AbortSignal = new AbortController().signal,
): Promise<boolean> {
  const lease = randomUUID();
  const now = c.clock();
  const upload = await claim(c.db, c.engine, lease, now, now + LEASE_MS);
  if (!upload) return false;
  const held = { id: upload.id, lease };
  try {
    const facts = await processed(c, upload, held, signal);
    const updated_at = c.clock();
    await changeHeld(c.db, held, {
      state: 'ready',
      facts: JSON.stringify(facts),
      lease: null,
      lease_until: null,
      updated_at,
    });
  } catch (error) {
    if (error instanceof Unplayable) await fail(c, upload, held, error.message);
    // Whoever is next does it: at once when this server is told to stop, otherwise when the lease is over.
    else if (signal.aborted)
      await changeHeld(c.db, held, { state: 'waiting', lease: null, attempts: upload.attempts - 1 });
    else if (error instanceof StoreAway) {
      // Not the file's fault: it waits until the store is back, however often.
      await changeHeld(c.db, held, { state: 'waiting', lease: null, attempts: upload.attempts - 1 });
      throw error;
    } else if (!(error instanceof Lost)) throw error;
  }
  return true;
}

async function processed(
  c: Workplace,
  upload: UploadTable,
  held: { id: string; lease: string },
  signal: AbortSignal,
): Promise<AudioFacts> {
  if (upload.attempts > MOST_ATTEMPTS) throw new Unplayable(BROKE);
  const original = await c.media.borrow(upload.url);
  if (!original) throw new Unplayable('This file is no longer here. Please upload it again.');
  // Named by the upload, so that a second try takes the place of what the first left.
  const targets = {
    stream: c.media.workFile(`${upload.id}-stream`),
    preview: c.media.workFile(`${upload.id}-preview`),
  };
  const heart = heartbeat(c, held, signal);
  try {
    const result = await inOwnProcess(
      'audio',
      { file: original.file, targets },
      { signal: heart.signal, tell: heart.tell },
    );
    heart.tell('keep', 0);
    const { tags, tempo, key, waveform, stream, cover, ...facts } = result;
    const { bpm, musical_key, ...names } = tags;
    const guess = <T>(told: T | null, guessed: T | null) => {
      if (told !== null) return { value: told, estimated: false };
      return guessed === null ? null : { value: guessed, estimated: true };
    };
    return {
      ...facts,
      bpm: guess(bpm, tempo),
      musical_key: guess(musical_key, key),
      tags: { ...names, cover_url: cover ? await c.media.putWidths(cover, COVER_MAIN_WIDTH) : null },
      stream_url: stream ? await c.media.take(targets.stream, stream) : upload.url,
      preview_url: await c.media.take(targets.preview, 'mp3'),
      waveform_json_url: await c.media.put(Buffer.from(JSON.stringify(waveform)), 'json'),
    };
  } finally {
    await heart.stop();
    await original.done();
    await Promise.all(Object.values(targets).map((file) => rm(file, { force: true })));
  }
}

/** Keeps the lease while the work lasts and writes down how far it is; ends the work when the lease is lost. */
function heartbeat(c: Workplace, held: { id: string; lease: string }, stop: AbortSignal) {
  const lost = new AbortController();
  let now: { step: Step | null; progress: number } = { step: null, progress: 0 };
  let writing: Promise<void> | undefined;
  const beat = () => {
    writing ??= changeHeld(c.db, held, { ...now, lease_until: c.clock() + LEASE_MS })
      .then((mine) => {
        if (!mine) lost.abort(new Lost());
      })
      // The database may be away for a moment; the lease tells in time.
      .catch(() => {})
      .finally(() => {
        writing = undefined;
      });
  };
  const timer = setInterval(beat, HEARD_EVERY);
  return {
    signal: AbortSignal.any([lost.signal, stop]),
    tell: (step: string, progress: number) => {
      now = { step: step as Step, progress };
      beat();
    },
    stop: async () => {
      clearInterval(timer);
      await writing;
    },
  };
}

/** Says why, and drops the file unless another upload stands on it. */
async function fail(
  c: Workplace,
  { url }: UploadTable,
  held: { id: string; lease: string },
  failure: string,
): Promise<void> {
  const updated_at = c.clock();
  const changes = { state: 'failed' as const, failure, lease: null, lease_until: null, updated_at };
  if (!(await changeHeld(c.db, held, changes))) return;
  const others = (await selectByUrl(c.db, url)).filter(({ state }) => state !== 'failed');
  if (others.length === 0) await c.media.remove(url);
}
