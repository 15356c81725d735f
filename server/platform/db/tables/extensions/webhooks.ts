import type { Generated } from 'kysely';

export interface WebhookTables {
  webhook_event: WebhookEventTable;
}

/** Events for the operator's webhook. Kept for a while, so that each is found once. */
export interface WebhookEventTable {
  /** The id of what happened, which the receiver gets too: it may be told twice. */
  id: string;
  kind: 'goal_reached' | 'released' | 'report_filed' | 'backup_failed';
  /** Of the song; null for a backup. */
  title: string | null;
  artist: string | null;
  request_id: string | null;
  track_id: string | null;
  /** Text of the report, or the reason why the backup failed. */
  reason: string | null;
  created_at: number;
  /** Time to send it or, while a server sends it, when another may try. Null when it is delivered or out of date. */
  due_at: number | null;
  attempts: Generated<number>;
}
