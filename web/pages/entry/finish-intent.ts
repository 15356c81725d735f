import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { intents } from '../../extension-parts.ts';
import { toggleSaved } from '../../features/library/toggle-saved.ts';
import { openAddToPlaylist } from '../../features/playlists/add-to-playlist.ts';
import { draft } from '../../features/song-requests/asking/request-input.ts';
import { reportRefusal } from '../../features/song-requests/spending.ts';
import { castVote } from '../../features/song-requests/use-vote.ts';
import { takeIntent } from '../../lib/intent.ts';

/** After a login that returns to `from`, does what the visitor intended there. The server decides as for any click. */
export function finishIntent(client: QueryClient, from: string): void {
  const intent = takeIntent(from);
  if (intent?.kind === 'save') void toggleSaved(client, intent.track, undefined);
  if (intent?.kind === 'add-to-playlist') openAddToPlaylist(intent.track);
  if (intent?.kind === 'extension') intents[intent.name]?.(client, intent.input);
  if (intent?.kind === 'request') draft.set(intent.input);
  if (intent?.kind === 'vote')
    castVote(client, intent.id).catch((error) => reportRefusal(client, error, t`Failed to vote`));
}
