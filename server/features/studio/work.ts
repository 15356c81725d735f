import { ANSWER_TIMEOUT, fail, type Job, MAX_ATTEMPTS } from './job.ts';
import { LeaseLost } from './lease.ts';
import { pollTake } from './poll-take.ts';
import { finishTake } from './settle.ts';
import type { StudioContext } from './studio-context.ts';
import { submitTake } from './submit-take.ts';
import { checkAudio, fetchAudio } from './take-audio.ts';

const GONE = 'This generator is not set up anymore.';
const LOST = 'The server stopped while it submitted this take. The generator may have made and billed it.';
const STOPPED = 'The server stopped each time while this take was made.';

/** Does what a take's state asks for, until it has to wait or has ended. Throws only failures of this server. */
export async function workOn(c: StudioContext, job: Job): Promise<void> {
  const { take, generator, isWanted, isAbandoned } = job;
  try {
    if (!isWanted) return await cancel(c, job);
    if (!generator) return await fail(c, job, 'invalid', GONE);
    if (isAbandoned && !generator.capabilities.repeatable) return await fail(c, job, 'lost', LOST);
    if (isAbandoned && take.attempts > MAX_ATTEMPTS) return await fail(c, job, 'failed', STOPPED);
    if (take.state === 'submitting') await submitTake(c, job, generator);
    else if (take.state === 'running') await pollTake(c, job, generator);
    else if (take.state === 'fetching') await fetchAudio(c, job, generator);
    else if (take.state === 'checking') await checkAudio(c, job);
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error;
  }
}

/** Its request has left the studio. */
async function cancel(c: StudioContext, { take, claim, generator, isAbandoned }: Job): Promise<void> {
  const wasSent = isAbandoned || take.state !== 'submitting';
  if (take.provider_id !== null)
    await generator?.cancel?.(take.provider_id, AbortSignal.timeout(ANSWER_TIMEOUT)).catch(() => {});
  await finishTake(c, take, claim, { state: 'cancelled', ...(!wasSent && { is_billed: 0 as const }) });
}
