import type { Step } from 'contract/features/publishing-constants.ts';

export interface PublishingTables {
  upload: UploadTable;
}

/** An uploaded audio file and the state of its processing, which resumes after a crash. */
export interface UploadTable {
  id: string;
  user_id: string | null;
  file_name: string | null;
  /** The uploaded file. */
  url: string;
  bytes: number;
  state: 'waiting' | 'processing' | 'ready' | 'failed';
  step: Step | null;
  /** Progress of `step`, from 0 to 1. */
  progress: number;
  /** JSON once `ready`. */
  facts: string | null;
  failure: string | null;
  /** Number of times that processing has started. */
  attempts: number;
  /** The lease of the server that processes it. No other server may claim the upload before `lease_until`. */
  lease: string | null;
  lease_until: number | null;
  /** The track made from it. */
  track_id: string | null;
  /** The take it is the audio of; null for a file that somebody uploaded. */
  take_id: string | null;
  created_at: number;
  updated_at: number;
}
