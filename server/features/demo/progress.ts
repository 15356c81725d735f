import { EventEmitter } from 'node:events';
import type { Recording } from 'contract/tracks.ts';

/** How far the demo catalogue is, with an event for every change. */
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
