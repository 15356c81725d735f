import type { QueryClient } from '@tanstack/react-query';
import type { FollowKind } from 'contract/extensions/news/following-constants.ts';
import { hasShape } from '../../lib/storage/stored.ts';
import { startFollowing } from './follow.ts';

interface Intended {
  kind: FollowKind;
  target: string;
  name: string;
}

/** Follows what a visitor meant to follow before they logged in. */
export function followIntended(client: QueryClient, input: unknown): void {
  if (hasShape(input, { kind: 'string', target: 'string', name: 'string' }))
    void startFollowing(client, input as Intended);
}
