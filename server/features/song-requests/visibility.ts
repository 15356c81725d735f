import { Problem } from 'contract/errors.ts';
import { sql } from 'kysely';
import type { Flag } from '../../platform/db/tables/flag.ts';
import type { CurrentUser } from '../../platform/http/caller.ts';

/** Who reads a request; null for a visitor. */
export type Reader = Pick<CurrentUser, 'id' | 'plan_tier'> | null;

interface Hideable {
  user_id: string;
  in_review: Flag;
}

/**
 * Who may read a request, by whatever call: everyone, unless it waits for review or ended there. Declined and merged
 * requests whose words nobody approved stay between their requester and the admins.
 */
export const isVisibleTo = ({ user_id, in_review }: Hideable, reader: Reader): boolean =>
  in_review === 0 || user_id === reader?.id || reader?.plan_tier === 'admin';

/** The requests that `isVisibleTo` everyone, as a condition: lists and searches show only these. */
export const isPublic = sql<boolean>`song_request.in_review = 0`;

/** @throws Problem `not_found`, as if there were no such request. */
export function assertVisible<Row extends Hideable>(
  row: Row | undefined,
  reader: Reader,
): asserts row is Row {
  if (!row || !isVisibleTo(row, reader)) throw new Problem('not_found');
}
