import { t } from '@lingui/core/macro';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Track } from 'contract/features/tracks.ts';
import { Check, Plus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { call } from '../../lib/http/api.ts';
import { IconButton } from '../../ui/Button.tsx';
import { SearchInput } from '../../ui/forms/SearchInput.tsx';
import { Sheet } from '../../ui/layers/Sheet.tsx';
import { toast, toastProblem } from '../../ui/layers/toasts.ts';
import { Cover } from '../../ui/pictures/Cover.tsx';
import { QueryView, Skeleton } from '../../ui/QueryView.tsx';
import { addedWords, invalidatePlaylists } from './mutations.ts';
import { type PlaylistPage, playlistQuery } from './queries.ts';

/** Results shown at once. */
const LIMIT = 20;

/** Finds songs and adds them to the end of a playlist; without a search it offers the most popular ones. */
export default function AddSongs({ page, onClose }: { page: PlaylistPage; onClose: () => void }) {
  const { name } = page.playlist;
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const query = useQuery({
    queryKey: ['tracks', 'to-add', q],
    queryFn: () => call('GET /track', { query: { limit: LIMIT, ...(q && { q }) } }),
    placeholderData: keepPreviousData,
  });
  const contained = new Set(page.entries.map(({ track_id }) => track_id));
  return (
    <Sheet title={t`Add songs`} description={t`to “${name}”`} onClose={onClose}>
      <SearchInput
        label={t`Search tracks and artists`}
        placeholder={t`Search tracks and artists`}
        value={typed}
        onChange={setTyped}
        className="mb-4 block"
      />
      <div className="h-96 overflow-y-auto max-md:h-[50dvh]">
        <QueryView
          query={query}
          loading={t`Loading music...`}
          skeleton={<Skeleton className="h-60" />}
          failed={t`Failed to load tracks`}
          compact
          isEmpty={(tracks) => tracks.length === 0}
          empty={<p className="py-6 text-center text-soft">{t`No tracks found for "${q}"`}</p>}
        >
          {(tracks) => (
            <ul>
              {tracks.map((track) => (
                <SongToAdd
                  key={track.id}
                  track={track}
                  playlist={page.playlist}
                  added={contained.has(track.id)}
                />
              ))}
            </ul>
          )}
        </QueryView>
      </div>
    </Sheet>
  );
}

function SongToAdd({
  track,
  playlist,
  added,
}: {
  track: Track;
  playlist: PlaylistPage['playlist'];
  added: boolean;
}) {
  const client = useQueryClient();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () =>
      call('POST /playlist_track', { body: { playlist_id: playlist.id, track_id: track.id } }),
    onSuccess: () => {
      toast(t`Added to playlist`, addedWords(track, playlist));
      invalidatePlaylists(client);
      return client.invalidateQueries({ queryKey: playlistQuery(playlist.id).queryKey });
    },
    onError: (error) => toastProblem(t`Failed to add to playlist`, error),
  });
  const { title } = track;
  const isIn = added || isSuccess;
  return (
    <li className="flex items-center gap-3 py-1">
      <Cover url={track.cover_image_url} sizes="44px" className="w-11! shrink-0 rounded-sm" />
      <p className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-medium">
          {track.title}
        </span>
        <span dir="auto" className="block truncate text-sm text-faint">
          {track.display_artist}
        </span>
      </p>
      <IconButton
        label={isIn ? t`${title} is in the playlist` : t`Add ${title}`}
        disabled={isIn || isPending}
        onClick={() => mutate()}
      >
        {isIn ? <Check size={18} /> : <Plus size={18} />}
      </IconButton>
    </li>
  );
}
