import type { FailureKind, TakeState } from 'contract/extensions/studio-constants.ts';
import type { Flag } from '../flag.ts';

export interface StudioTables {
  take: TakeTable;
  /** Cents reserved or spent on takes in each month (`2026-11`): the sum of its takes that are billed. */
  studio_month: { month: string; cents: number };
  /** Take that a backer or the requester chose. */
  choice: { request_id: string; user_id: string; take_id: string; created_at: number; updated_at: number };
  /** Origin of the song of a track. Append-only; `facts` is JSON. */
  provenance: { track_id: string; request_id: string; take_id: string; facts: string; created_at: number };
}

/** A take: a job that survives crashes, and its result. */
export interface TakeTable {
  id: string;
  request_id: string;
  /** 1, 2, 3 … within the request. */
  number: number;
  generator: string;
  state: TakeState;
  progress: number;
  /** Order to the generator, a `TakeSpec` as JSON. */
  spec: string;
  /** The quote, reserved in this month while `is_billed`. */
  cents: number;
  month: string;
  /** 0 once it is certain that nothing was bought. */
  is_billed: Flag;
  /** The generator's own id of it. */
  provider_id: string | null;
  /** Address where the generator offers the audio. */
  source_address: string | null;
  /** The audio's upload, which measures it. */
  upload_id: string | null;
  /** Number of attempts in the current state. */
  attempts: number;
  /** `TakeFacts` as JSON, once the generator has made it. */
  facts: string | null;
  failure_kind: FailureKind | null;
  failure: string | null;
  suggestion: string | null;
  audio_url: string | null;
  waveform_json_url: string | null;
  duration_seconds: number | null;
  loudness_lufs: number | null;
  /** The lease of the server that works on it. No other server may claim the take before `lease_until`. */
  lease: string | null;
  lease_until: number | null;
  /** Time when the studio looks at it next; null in a final state. */
  due_at: number | null;
  /** Time when the studio gives up waiting for the generator; null before it was submitted. */
  deadline_at: number | null;
  created_at: number;
  updated_at: number;
}
