import { EventEmitter } from 'node:events';
import type { Recording } from 'contract/tracks.ts';

/** The progress of the demo catalogue, with an event for every change. */
export interface RecordingProgress extends EventEmitter<{ progress: [Recording | null] }> {
  now: Recording | null;
}

export function noRecording(): RecordingProgress {
  return Object.assign(new EventEmitter<{ progress: [Recording | null] }>(), { now: null });
}

export function report(progress: RecordingProgress, now: Recording | null): void {
  progress.now = now;
  progress.emit('progress', now);
}
