import type { QueryClient } from '@tanstack/react-query';
import { AnswerProblem } from 'contract/answers.ts';
import { upgradeHint } from 'contract/plans.ts';
import { call } from '../../lib/api.ts';
import type { Viewer } from '../../lib/session.tsx';
import { toast, toastProblem } from '../../ui/toasts.ts';
import type { Hearts } from './hooks.ts';

/** Stands for the id of a save that the server has not answered yet. */
const SAVING = 'saving';
const underWay = new Set<string>();

/** Saves a track, or takes it out of the library. The heart answers at once and is set back when refused. */
export async function toggleSaved(
  client: QueryClient,
  viewer: Viewer | null,
  track: { id: string; title: string },
  saved: string | undefined,
): Promise<void> {
  if (!viewer) {
    toastProblem('Login required', 'Please log in to save tracks');
    return;
  }
  if (underWay.has(track.id)) return;
  const paint = (id: string | undefined) =>
    client.setQueriesData<Hearts>(
      { predicate: ({ queryKey }) => queryKey[0] === 'saved' && queryKey.includes(track.id) },
      (hearts = {}) => {
        const { [track.id]: _, ...others } = hearts;
        return id === undefined ? others : { ...others, [track.id]: id };
      },
    );
  underWay.add(track.id);
  paint(saved === undefined ? SAVING : undefined);
  try {
    if (saved === undefined) {
      paint((await call('POST /saved_track', { body: { track_id: track.id } })).id);
      toast('Track saved', `"${track.title}" has been added to your library`);
    } else {
      await call('DELETE /saved_track/:id', { params: { id: saved } });
      toast('Track removed', `"${track.title}" removed from your library`);
    }
  } catch (error) {
    paint(saved);
    const { message } = error as Error;
    if (saved !== undefined) toastProblem('Failed to remove track', message);
    else if (error instanceof AnswerProblem && error.code === 'limit_reached') {
      const hint = upgradeHint('savedTracks', viewer.plan_tier);
      toastProblem(
        `Limit reached (${error.details.limit} tracks)`,
        hint || "You've reached your saved tracks limit",
      );
    } else toastProblem('Failed to save track', message);
  } finally {
    underWay.delete(track.id);
    for (const changed of ['saved', 'library', 'counts'])
      void client.invalidateQueries({ queryKey: [changed] });
  }
}
