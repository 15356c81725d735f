import { Repeat1, Repeat as RepeatIcon, X } from 'lucide-react';
import { Button, IconButton } from '../ui/Button.tsx';
import { Cover } from '../ui/Cover.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { Sortable } from '../ui/SortableList.tsx';
import { SortableRow } from '../ui/SortableRow.tsx';
import { usePlayer, usePlayerState } from './PlayerContext.tsx';
import type { Repeat } from './queue.ts';
import { SleepTimer } from './SleepTimer.tsx';

const repeatModes: Record<Repeat, { next: Repeat; name: string }> = {
  off: { next: 'all', name: 'Repeat' },
  all: { next: 'one', name: 'Repeats all' },
  one: { next: 'off', name: 'Repeats this one' },
};

/** The queue: its songs can be reordered, played and removed. */
export default function QueuePanel({ onClose }: { onClose: () => void }) {
  const player = usePlayer();
  const { entries, at } = usePlayerState((state) => state.queue);
  const repeat = usePlayerState((state) => state.repeat);
  const RepeatGlyph = repeat === 'one' ? Repeat1 : RepeatIcon;
  return (
    <Sheet title="Queue" onClose={onClose}>
      <div className="mb-4 flex flex-wrap gap-2">
        <Button aria-pressed={repeat !== 'off'} onClick={() => player.setRepeat(repeatModes[repeat].next)}>
          <RepeatGlyph size={17} aria-hidden="true" className={repeat === 'off' ? '' : 'text-ember-ink'} />
          {repeatModes[repeat].name}
        </Button>
        <SleepTimer />
      </div>
      <Sortable
        rows={entries.map(({ key, song }) => ({ id: key, name: song.title }))}
        onMove={player.moveInQueue}
      >
        <ol className="-mx-2 grid grid-cols-1">
          {entries.map(({ key, song }, index) => (
            <li key={key} aria-current={index === at || undefined}>
              <SortableRow id={key} name={song.title} className="pr-1 hover:bg-raised">
                <button
                  type="button"
                  onClick={() => (index === at ? player.toggle() : player.goTo(index))}
                  className="flex min-w-0 flex-1 items-center gap-3 rounded-sm py-1.5 text-left"
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
    </Sheet>
  );
}
