import type { EventKind } from 'contract/features/song-requests-constants.ts';
import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

export interface SongRequestTables {
  song_request: SongRequestTable;
  vote: VoteTable;
  /** The votes of each user for each request, so that cards need not count votes. */
  backer: { request_id: string; user_id: string; votes: number; last_voted_at: number };
  /** The board's counts, sharded so that writers rarely block each other. Their sums are exact. */
  board_count: { shard: number; requests: number; votes: number; queued: number };
  /** Timelines of requests. Append-only. */
  request_event: RequestEventTable;
}

export interface SongRequestTable {
  /** The row's number, which the search index refers to; never sent to clients. */
  seq: Generated<number>;
  id: string;
  user_id: string;
  title: string;
  artist: string;
  genre: string;
  description: string;
  /** The words to sing, sections in square brackets, perhaps with LRC's times; null if none were given. */
  lyrics: string | null;
  /** Equal for requests of the same song, unique among those not declined. See `song-requests/names.ts`. */
  name_key: string;
  /** Folded title and artist, one per line. */
  search_text: string;
  votes: number;
  /** Number of different users who voted. */
  backers: number;
  released: Flag;
  release_date: number | null;
  track_id: string | null;
  /** Of a released one: where its wishes are heard in the song, as JSON (`Moment[]`); null if nobody knows. */
  moments: string | null;
  /** Time when every credit was returned: it was declined, or no song came of it in time. */
  refunded_at: number | null;
  /** The request that an admin merged it into, which was itself not merged. */
  merged_into: string | null;
  /** Null if it was not declined. */
  decline_reason: string | null;
  /** Time when it reached its goal. */
  queued_at: number | null;
  /** Null before takes are made of it, and after its release. */
  stage: 'in_studio' | 'choosing' | null;
  /** Of the takes that are being made, from 0 to 1; null while there are none. */
  progress: number | null;
  choosing_ends_at: number | null;
  /** Hidden until an admin approves it. */
  in_review: Flag;
  created_at: number;
  /** Increases with every change. */
  revision: Generated<number>;
}

interface VoteTable {
  id: string;
  request_id: string;
  user_id: string;
  created_at: number;
  /** Number of the lamp it lit, from 1; null for a vote beyond the goal. */
  lamp: number | null;
}

interface RequestEventTable {
  seq: Generated<number>;
  id: string;
  request_id: string;
  kind: EventKind;
  count: number | null;
  text: string | null;
  created_at: number;
}
