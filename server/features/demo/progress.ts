import { EventEmitter } from 'node:events';
import type { Recording } from 'contract/tracks.ts';

/** How far the demo catalogue is: asked for at any time, and told whenever it changes. */
export interface RecordingProgress extends EventEmitter<{ progress: [Recording | null] }> {
  now: Recording | null;
}

export function noRecording(): RecordingProgress {
  return Object.assign(new EventEmitter<{ progress: [Recording | null] }>(), { now: null });
}

export function tell(progress: RecordingProgress, now: Recording | null): void {
  progress.now = now;
  progress.emit('progress', now);
}
