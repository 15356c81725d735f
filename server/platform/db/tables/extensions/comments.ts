import type { Subject } from 'contract/extensions/comments/comments.ts';
import type { Flag } from '../flag.ts';

export interface CommentTables {
  comment: CommentTable;
  /** Users who found a comment helpful; `comment.helpful` counts them. */
  comment_mark: { comment_id: string; user_id: string; created_at: number };
  comment_report: {
    id: string;
    comment_id: string;
    /** Null once the account is deleted. */
    user_id: string | null;
    reason: string;
    created_at: number;
    resolved_at: number | null;
  };
  /** Users who may not write comments. */
  comment_mute: { user_id: string; created_at: number };
  /** The requests and tracks whose conversation an admin closed. */
  closed_conversation: { subject: string; created_at: number };
}

export interface CommentTable {
  id: string;
  subject_kind: Subject['on'];
  /** The id of a request or a track. */
  subject: string;
  /** The comment that it answers; answers have no answers. */
  parent_id: string | null;
  /** Null once the account is deleted. */
  user_id: string | null;
  /** Empty once it is deleted. */
  text: string;
  second: number | null;
  state: 'shown' | 'waiting' | 'hidden' | 'deleted';
  /** True if it waits for an admin, or was reported. */
  needs_review: Flag;
  /** An admin's word to those who back the request. */
  is_update: Flag;
  helpful: number;
  created_at: number;
  edited_at: number | null;
}
