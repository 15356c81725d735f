import { useInfiniteQuery } from '@tanstack/react-query';
import { can } from 'contract/plans.ts';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../../lib/session.tsx';
import { session } from '../../lib/session-token.ts';
import { askToLogIn } from '../../ui/ask-to-log-in.ts';
import { Button } from '../../ui/Button.tsx';
import { ListEnd } from '../../ui/ListEnd.tsx';
import { lazyLayer } from '../../ui/lazy-layer.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { addToPlaylist } from './add-to-playlist.ts';
import { PlaylistToggle } from './PlaylistToggle.tsx';
import { choicesQuery } from './queries.ts';

const NewPlaylist = lazyLayer(() => import('./NewPlaylist.tsx'));

/** The dialog, for members. */
export default function AddToPlaylist({ track }: { track: { id: string; title: string } }) {
  const isVisitor = session.token() === null;
  useEffect(() => {
    if (!isVisitor) return;
    addToPlaylist.set(null);
    askToLogIn('Login required', 'Please log in to add tracks to playlists', {
      kind: 'add-to-playlist',
      track,
    });
  }, [isVisitor, track]);
  return isVisitor ? null : <Choices track={track} />;
}

/** §2: the viewer's playlists as toggles; those that contain the track are on. */
function Choices({ track }: { track: { id: string; title: string } }) {
  const [, navigate] = useLocation();
  const query = useInfiniteQuery(choicesQuery(track.id));
  const [creating, setCreating] = useState(false);
  const close = () => addToPlaylist.set(null);
  // That page says what playlists take.
  const mayCreate = can(useSession().viewer, 'createPlaylist');
  return (
    <Sheet title="Add to Playlist" description={`Choose a playlist to add "${track.title}"`} onClose={close}>
      {creating ? (
        <NewPlaylist track={track} onClose={() => setCreating(false)} />
      ) : (
        <QueryView
          query={query}
          loading="Loading playlists..."
          showLoading
          skeleton={null}
          compact
          isEmpty={({ pages }) => pages[0]!.total === 0}
          empty={
            <div className="grid justify-items-center gap-4 py-5">
              <p className="text-soft">No playlists yet</p>
              <Button
                look="ember"
                onClick={() => {
                  if (mayCreate) return setCreating(true);
                  close();
                  navigate('/playlists');
                }}
              >
                Create a playlist first
              </Button>
            </div>
          }
        >
          {({ pages }) => (
            <>
              <div className="-mx-2 max-h-[400px] overflow-y-auto px-2 py-1">
                <ul className="grid grid-cols-1 gap-1">
                  {pages
                    .flatMap(({ rows }) => rows)
                    .map((playlist) => (
                      <li key={playlist.id}>
                        <PlaylistToggle playlist={playlist} track={track} />
                      </li>
                    ))}
                </ul>
                <ListEnd query={query} />
              </div>
              <Button
                className="mt-4 w-full"
                onPointerEnter={NewPlaylist.preload}
                onClick={() => setCreating(true)}
              >
                <Plus size={16} aria-hidden="true" /> New playlist
              </Button>
            </>
          )}
        </QueryView>
      )}
    </Sheet>
  );
}
