import { AnswerProblem } from 'contract/answers.ts';
import { AUDIO_REQUIRED } from 'contract/publishing-constants.ts';
import type { Track } from 'contract/tracks.ts';
import { useLocation } from 'wouter';
import { call } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { songActions } from '../../ui/share.ts';
import { toast, toastProblem } from '../../ui/toasts.ts';
import { type Draft, draft } from './draft.ts';
import { parseLocalTime, toInput } from './fields.ts';
import type { useAudio } from './use-audio.ts';
import { usePublishingMutation } from './use-publishing-mutation.ts';

/** Publishes the draft and clears it. */
export function usePublish(onPublished: () => void) {
  const [, navigate] = useLocation();
  return usePublishingMutation(
    (published: Draft) => call('POST /track', { body: toBody(published) }),
    (track, published) => {
      draft.clear();
      onPublished();
      toast(
        'Track published!',
        describeRelease(published, track),
        ...(isOut(track) ? songActions(track, navigate) : []),
      );
    },
    (error) => {
      toastProblem('Failed to publish', error.message);
      // The request was released or declined in the meantime. The track can still be published on its own.
      if (error instanceof AnswerProblem && error.code === 'request_closed') draft.removeRequest();
    },
  );
}

function toBody({ fields, audio, cover, request }: Draft) {
  const { bpm, musical_key, ...input } = toInput(fields);
  const releaseTime = parseLocalTime(fields.release_date);
  return {
    ...input,
    // Left empty, these default to what was measured.
    ...(bpm !== null && { bpm }),
    ...(musical_key !== null && { musical_key }),
    ...(audio.state === 'uploaded' && { audio_url: audio.result.url }),
    ...(cover.state === 'uploaded' && { cover_image_url: cover.result.url }),
    ...(releaseTime !== undefined && { release_date: new Date(releaseTime).toISOString() }),
    ...(request && { request_id: request.id }),
  };
}

const isOut = ({ release_date }: Track) => Date.parse(release_date) <= Date.now();

function describeRelease({ request }: Draft, track: Track): string {
  const name = `“${track.title}”`;
  if (!isOut(track)) return `${name} comes out on ${formatDateTime(Date.parse(track.release_date))}`;
  return request ? `${name} is out, and its backers are notified` : `${name} is on Explore now`;
}

/** Why the track cannot be published yet. */
export function whyDisabled({ cover }: Draft, { file, error, isReady }: ReturnType<typeof useAudio>) {
  if (file.state === 'uploading') return 'The audio is being uploaded.';
  if (file.state === 'empty' || error) return AUDIO_REQUIRED;
  if (!isReady) return 'The audio is being processed.';
  if (cover.state === 'uploading') return 'The cover is being uploaded.';
}

export function whenScheduled({ fields }: Draft): string | undefined {
  const time = parseLocalTime(fields.release_date);
  if (time !== undefined && time > Date.now()) return `Hidden until ${formatDateTime(time)}.`;
}
