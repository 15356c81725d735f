import { plural, t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import { seePlans } from '../../lib/credits.ts';
import { call, sentenceOf } from '../../lib/http/api.ts';
import { session } from '../../lib/storage/session-token.ts';
import { askToLogIn } from '../../ui/ask-to-log-in.ts';
import { toast, toastProblem } from '../../ui/layers/toasts.ts';
import type { SavedIds } from './queries.ts';

/** Stands for the id of a saved track until the server has created it. */
const SAVING = 'saving';
/** Tracks with an unfinished call: a second click is ignored. */
const pending = new Set<string>();

/** Saves a track or removes it from the library, optimistically. */
export async function toggleSaved(
  client: QueryClient,
  track: { id: string; title: string },
  saved: string | undefined,
): Promise<void> {
  const { title } = track;
  if (session.token() === null) {
    const { id } = track;
    askToLogIn(t`Login required`, t`Please log in to save tracks`, { kind: 'save', track: { id, title } });
    return;
  }
  if (pending.has(track.id)) return;
  pending.add(track.id);
  setSavedId(client, track.id, saved === undefined ? SAVING : undefined);
  try {
    if (saved === undefined) {
      const { id } = await call('POST /saved_track', { body: { track_id: track.id } });
      setSavedId(client, track.id, id);
      toast(t`Track saved`, t`"${title}" has been added to your library`);
    } else {
      await call('DELETE /saved_track/:id', { params: { id: saved } });
      toast(t`Track removed`, t`"${title}" removed from your library`);
    }
  } catch (error) {
    setSavedId(client, track.id, saved);
    if (saved === undefined) reportSaveFailure(error as Error);
    else toastProblem(t`Failed to remove track`, error);
  } finally {
    pending.delete(track.id);
    for (const key of ['saved', 'library', 'counts']) void client.invalidateQueries({ queryKey: [key] });
  }
}

/** Sets the cached id of a saved track in every list that shows the track. */
function setSavedId(client: QueryClient, trackId: string, id: string | undefined): void {
  client.setQueriesData<SavedIds>(
    { predicate: ({ queryKey }) => queryKey[0] === 'saved' && queryKey.includes(trackId) },
    (savedIds = {}) => {
      const { [trackId]: _, ...others } = savedIds;
      return id === undefined ? others : { ...others, [trackId]: id };
    },
  );
}

function reportSaveFailure(error: Error): void {
  if (error instanceof AnswerProblem && error.code === 'limit_reached') {
    const limit = Number(error.details.limit);
    const words = plural(limit, { one: 'Limit reached (# track)', other: 'Limit reached (# tracks)' });
    toastProblem(words, error, seePlans);
  } else if (error instanceof AnswerProblem && error.code === 'already_saved')
    toast(t`Track saved`, sentenceOf(error));
  else toastProblem(t`Failed to save track`, error);
}
