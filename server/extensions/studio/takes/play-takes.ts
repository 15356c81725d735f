import { setTimeout as sleep } from 'node:timers/promises';
import { isFinal } from 'contract/extensions/studio-constants.ts';
import { factsOf, queueUpload, selectUpload, storeAudio } from '../../../features/publishing/publishing.ts';
import { finishTake } from '../choosing/settle.ts';
import type { MusicGenerator } from '../generator.ts';
import type { StudioContext } from '../studio-context.ts';
import { factsFor } from './facts.ts';
import { selectTakes } from './take-queries.ts';

/** Interval between checks that an upload has been measured, ms. */
const LOOK_EVERY = 200;

/**
 * Plays the queued takes of a request at once instead of by their jobs, waits until their audio has been measured, and
 * ends each.
 */
export async function playTakes(
  c: StudioContext,
  request_id: string,
  band: MusicGenerator,
  signal: AbortSignal,
): Promise<void> {
  for (const take of await selectTakes(c.db, request_id)) {
    if (isFinal(take.state)) continue;
    const spec = JSON.parse(take.spec);
    const target = c.media.workFile(`take-${take.id}`);
    const made = await band.submit(spec, take.id, { target, signal, onProgress: () => {} });
    if (!('facts' in made)) throw new Error('The house band played nothing.');
    const { url, bytes } = await storeAudio(c, target);
    const upload = await c.db
      .transaction()
      .execute((tx) => queueUpload(tx, c, { url, bytes, user_id: null, file_name: null, take_id: take.id }));
    const audio = await measured(c, upload.id, signal);
    await finishTake(c, take, undefined, {
      state: 'ready',
      progress: 1,
      upload_id: upload.id,
      facts: JSON.stringify(factsFor(made.facts, spec, band)),
      audio_url: audio.stream_url,
      waveform_json_url: audio.waveform_json_url,
      duration_seconds: audio.duration_seconds,
      loudness_lufs: audio.loudness_lufs,
    });
  }
}

/** Waits until the worker has measured an upload. */
async function measured(c: StudioContext, id: string, signal: AbortSignal) {
  for (;;) {
    const upload = await selectUpload(c.db, id);
    if (!upload || upload.state === 'failed') throw new Error(`A take was refused: ${upload?.failure}`);
    const facts = factsOf(upload);
    if (facts) return facts;
    await sleep(LOOK_EVERY, undefined, { signal });
  }
}
