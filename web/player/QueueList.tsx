import './queue.css';
import { X } from 'lucide-react';
import { IconButton } from '../ui/Button.tsx';
import { Cover } from '../ui/Cover.tsx';
import { Sortable, SortableRow } from '../ui/SortableList.tsx';
import { PlaybackSettings } from './PlaybackSettings.tsx';
import { usePlayer, usePlayerState } from './PlayerContext.tsx';

/** The queue: its songs can be reordered, played and removed. */
export default function QueueList() {
  const player = usePlayer();
  const { entries, at } = usePlayerState((state) => state.queue);
  return (
    <>
      <PlaybackSettings />
      <Sortable
        rows={entries.map(({ key, song }) => ({ id: key, name: song.title }))}
        onMove={player.moveInQueue}
      >
        <ol className="queue-list">
          {entries.map(({ key, song }, index) => (
            <li key={key} aria-current={index === at || undefined}>
              <SortableRow id={key} name={song.title} className="hover:bg-raised">
                <button
                  type="button"
                  onClick={() => (index === at ? player.toggle() : player.goTo(index))}
                  className="flex flex-1 items-center gap-3 min-w-0 py-1.5 rounded-sm text-left"
                >
                  <Cover url={song.thumbnail} sizes="44px" className="w-11! shrink-0 rounded-sm" />
                  <span className="min-w-0">
                    <span className={`block truncate font-medium ${index === at ? 'text-ember-ink' : ''}`}>
                      <span className="sr-only">Play </span>
                      <bdi>{song.title}</bdi>
                    </span>
                    <span dir="auto" className="block truncate text-sm text-faint">
                      {song.artist}
                    </span>
                  </span>
                </button>
                <span className="figures text-sm text-faint">{song.duration}</span>
                <IconButton
                  label={`Remove ${song.title} from the queue`}
                  disabled={index === at}
                  onClick={() => player.removeFromQueue(index)}
                >
                  <X size={16} />
                </IconButton>
              </SortableRow>
            </li>
          ))}
        </ol>
      </Sortable>
    </>
  );
}
