import { AUDIO_REQUIRED } from 'contract/publishing-constants.ts';
import { formatDateTime } from '../../lib/format.ts';
import type { Draft } from './draft-storage.ts';
import { parseLocalTime } from './local-time.ts';
import type { useAudio } from './use-audio.ts';

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
