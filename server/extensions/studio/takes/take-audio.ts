import { rm } from 'node:fs/promises';
import { Problem } from 'contract/errors.ts';
import type { AudioFacts } from 'contract/features/publishing.ts';
import { factsOf, queueUpload, selectUpload, storeAudio } from '../../../features/publishing/publishing.ts';
import { LeaseLost } from '../../../platform/jobs.ts';
import { finishTake } from '../choosing/settle.ts';
import { GeneratorError, type MusicGenerator, type TakeFacts, type TakeSpec } from '../generator.ts';
import type { StudioContext } from '../studio-context.ts';
import {
  backoff,
  FETCHED,
  fail,
  holdTake,
  type Job,
  MAX_ATTEMPTS,
  messageOf,
  showRequestProgress,
} from './job.ts';
import { isHeardElsewhere, updateLeased } from './take-queries.ts';

const FETCH_TIMEOUT = 5 * 60_000;
/** After this long a take looks whether its audio has been measured, if nothing told it before; ms. */
const LOOK_AGAIN_MS = 10_000;
const NO_AUDIO = 'The generator sent something else than audio.';
const NOT_NEW = 'The generator sent a recording that is already here instead of a new one.';

/** Copies the audio of a finished take from its generator. */
export async function fetchAudio(
  c: StudioContext,
  job: Job,
  generator: MusicGenerator,
): Promise<number | undefined> {
  const { take, claim, stop } = job;
  const target = c.media.workFile(`take-${take.id}`);
  const hold = holdTake(c, take, claim, { stop, timeoutMs: FETCH_TIMEOUT });
  try {
    await generator.fetch(take.source_address!, target, hold.signal);
    await hold.end();
    return await keepAudio(c, job, target, JSON.parse(take.facts!));
  } catch (error) {
    await hold.end();
    if (error instanceof LeaseLost || (hold.signal.aborted && hold.signal.reason instanceof LeaseLost))
      return 0;
    if (error instanceof Problem) return await fail(c, job, 'rejected', error.message);
    const attempts = take.attempts + (stop.aborted ? 0 : 1);
    const isFinal = error instanceof GeneratorError && error.kind !== 'transient' && error.kind !== 'busy';
    if (isFinal || attempts >= MAX_ATTEMPTS)
      return await fail(
        c,
        job,
        isFinal ? error.kind : 'failed',
        `The audio could not be fetched: ${messageOf(error)}`,
      );
    await updateLeased(c.db, claim, { attempts });
    return backoff(attempts);
  } finally {
    await rm(target, { force: true });
  }
}

/** Stores a take's audio and queues it to be measured. @returns the wait, ms. @throws Problem `bad_audio`. */
export async function keepAudio(
  c: StudioContext,
  { take, claim }: Job,
  file: string,
  facts: TakeFacts,
): Promise<number> {
  const { url, bytes } = await storeAudio(c, file, NO_AUDIO).catch((error) => {
    if (error?.code === 'ENOENT') throw new Problem('bad_audio', 'The generator sent no audio.');
    throw error;
  });
  const isMeasured = await c.db.transaction().execute(async (tx) => {
    const given = { url, bytes, user_id: null, file_name: null, take_id: take.id };
    const upload = await queueUpload(tx, c, given);
    const next = {
      state: 'checking',
      upload_id: upload.id,
      facts: JSON.stringify(facts),
      attempts: 0,
    } as const;
    const at = { progress: FETCHED, updated_at: c.clock() };
    if (!(await updateLeased(tx, claim, { ...next, ...at }))) throw new LeaseLost();
    return upload.state === 'ready';
  });
  await showRequestProgress(c, take.request_id);
  return isMeasured ? 0 : LOOK_AGAIN_MS;
}

/** Ends a take whose audio has been measured. */
export async function checkAudio(c: StudioContext, job: Job): Promise<number | undefined> {
  const { take, claim } = job;
  const upload = await selectUpload(c.db, take.upload_id!);
  const facts = upload && factsOf(upload);
  if (facts) {
    const { seconds }: TakeSpec = JSON.parse(take.spec);
    const fault = faultOf(facts, seconds);
    if (fault) return fail(c, job, 'rejected', fault);
    if (await isHeardElsewhere(c.db, upload.url, take.id)) return fail(c, job, 'rejected', NOT_NEW);
    await finishTake(c, take, claim, {
      state: 'ready',
      progress: 1,
      audio_url: facts.stream_url,
      waveform_json_url: facts.waveform_json_url,
      duration_seconds: facts.duration_seconds,
      loudness_lufs: facts.loudness_lufs,
    });
    await showRequestProgress(c, take.request_id);
    return undefined;
  }
  if (!upload || upload.state === 'failed')
    return fail(c, job, 'rejected', upload?.failure ?? 'The audio is no longer here.');
  return LOOK_AGAIN_MS;
}

/** Quieter than this counts as silence, LUFS. */
const SILENCE_LUFS = -50;
/** A larger share of samples in runs at full scale can be heard as crackling. */
const CLIPPED_SHARE = 0.001;
/** Lossy codecs round off clipped crests, to peaks far above full scale, dBTP. */
const CLIPPED_DBTP = 3;
/** Music that is louder than this throughout has lost its peaks, LUFS. */
const CRUSHED_LUFS = -4;
/** Bounds of a take's length, as a share of the wanted one. */
const SHORTEST = 0.4;
const LONGEST = 2;

/**
 * Checks that the audio of a take can be shown to people.
 * @param seconds the wanted length.
 * @returns what is wrong with it, as a sentence; undefined if nothing is.
 */
export function faultOf(
  facts: Pick<AudioFacts, 'duration_seconds' | 'loudness_lufs' | 'true_peak_dbtp' | 'clipped'>,
  seconds: number,
): string | undefined {
  const { duration_seconds, loudness_lufs, true_peak_dbtp, clipped } = facts;
  if (loudness_lufs === null || loudness_lufs < SILENCE_LUFS) return 'The audio is silent.';
  const isClipped = (clipped ?? 0) > CLIPPED_SHARE || (true_peak_dbtp ?? 0) > CLIPPED_DBTP;
  if (isClipped || loudness_lufs > CRUSHED_LUFS)
    return 'The audio is clipped: it is louder than a file can hold.';
  const length = `${Math.round(duration_seconds)} s instead of about ${seconds} s`;
  if (duration_seconds < seconds * SHORTEST) return `The audio is too short: ${length}.`;
  if (duration_seconds > seconds * LONGEST) return `The audio is too long: ${length}.`;
  return undefined;
}
