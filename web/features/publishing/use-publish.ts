import { AnswerProblem } from 'contract/answers.ts';
import type { Track } from 'contract/tracks.ts';
import { call } from '../../lib/api.ts';
import { toast, toastProblem } from '../../ui/toasts.ts';
import { type Draft, draft } from './draft.ts';
import { momentOf, saidIn } from './fields.ts';
import { useChange } from './hooks.ts';

/**
 * Publishes the draft, and clears it when that went well.
 * @param done is called then.
 */
export function usePublish(done: () => void) {
  return useChange(
    (given: Draft) => call('POST /track', { body: bodyOf(given) }),
    (track, given) => {
      draft.clear();
      done();
      toast('Track published!', whatFollows(given, track));
    },
    (error) => {
      toastProblem('Failed to publish', error.message);
      // It was released or declined meanwhile: the song can still go out on its own.
      if (error instanceof AnswerProblem && error.code === 'request_closed') draft.letGo();
    },
  );
}

function bodyOf({ fields, audio, cover, request }: Draft) {
  const { bpm, musical_key, ...said } = saidIn(fields);
  const moment = momentOf(fields.release_date);
  return {
    ...said,
    // Left empty, they are what was measured.
    ...(bpm !== null && { bpm }),
    ...(musical_key !== null && { musical_key }),
    ...(audio.state === 'arrived' && { audio_url: audio.it.url }),
    ...(cover.state === 'arrived' && { cover_image_url: cover.it.url }),
    ...(moment !== undefined && { release_date: new Date(moment).toISOString() }),
    ...(request && { request_id: request.id }),
  };
}

function whatFollows({ request }: Draft, { title, release_date }: Track): string {
  const name = `"${title}"`;
  const moment = Date.parse(release_date);
  if (moment > Date.now()) return `${name} comes out on ${whenOf(moment)}`;
  return request ? `${name} is out, and its backers are told` : `${name} is on Explore now`;
}

/** A moment (epoch ms) as people say it: "24 Nov 2026, 18:00". */
export function whenOf(moment: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(moment);
}
