import { useQuery } from '@tanstack/react-query';
import { Tabs } from 'radix-ui';
import { call } from '../lib/api.ts';
import { QueryView, Skeleton } from '../ui/QueryView.tsx';
import { Lyrics } from './Lyrics.tsx';
import QueueList from './QueueList.tsx';
import type { Song } from './song.ts';
import { TrackFacts } from './TrackFacts.tsx';

/** The queue and the liner notes, in tabs beside the song. @param onLeave called when a link leads to another page. */
export function NowPlayingSide({ song, onLeave }: { song: Song; onLeave: () => void }) {
  return (
    <Tabs.Root defaultValue="queue" className="now-side bg-stage">
      <Tabs.List aria-label="Beside the song" className="now-tabs">
        <Tabs.Trigger value="queue">Queue</Tabs.Trigger>
        {!song.unpublished && <Tabs.Trigger value="notes">Liner notes</Tabs.Trigger>}
      </Tabs.List>
      <Tabs.Content value="queue">
        <QueueList />
      </Tabs.Content>
      {!song.unpublished && (
        <Tabs.Content value="notes">
          <LinerNotes id={song.id} onLeave={onLeave} />
        </Tabs.Content>
      )}
    </Tabs.Root>
  );
}

/** The lyrics of the song, who asked for it, how it was made and how it sounds. */
function LinerNotes({ id, onLeave }: { id: string; onLeave: () => void }) {
  const query = useQuery({
    queryKey: ['track', id],
    queryFn: () => call('GET /track/:id', { params: { id } }),
  });
  return (
    <QueryView
      query={query}
      loading="Loading the liner notes..."
      skeleton={<Skeleton className="h-60" />}
      compact
    >
      {(track) => (
        <div className="grid gap-6">
          {track.lyrics && <Lyrics key={id} text={track.lyrics} level={3} />}
          <TrackFacts track={track} onLeave={onLeave} />
        </div>
      )}
    </QueryView>
  );
}
