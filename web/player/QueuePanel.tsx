import { Moon, Repeat1, Repeat as RepeatIcon, X } from 'lucide-react';
import { Button, IconButton } from '../ui/Button.tsx';
import { Cover } from '../ui/Cover.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { Sortable, SortableRow } from '../ui/SortableList.tsx';
import { usePlayer, usePlayerState } from './PlayerContext.tsx';
import type { Repeat } from './queue.ts';

const turns: Record<Repeat, { next: Repeat; name: string }> = {
  off: { next: 'all', name: 'Repeat' },
  all: { next: 'one', name: 'Repeats all' },
  one: { next: 'off', name: 'Repeats this one' },
};

/** What plays and what comes after: to be put in order, jumped to, thinned out. */
export default function QueuePanel({ onClose }: { onClose: () => void }) {
  const player = usePlayer();
  const { entries, at } = usePlayerState((state) => state.queue);
  const repeat = usePlayerState((state) => state.repeat);
  const RepeatFace = repeat === 'one' ? Repeat1 : RepeatIcon;
  return (
    <Sheet title="Queue" onClose={onClose}>
      <div className="mb-4 flex flex-wrap gap-2">
        <Button aria-pressed={repeat !== 'off'} onClick={() => player.setRepeat(turns[repeat].next)}>
          <RepeatFace size={17} aria-hidden="true" className={repeat === 'off' ? '' : 'text-ember-ink'} />
          {turns[repeat].name}
        </Button>
        <SleepTimer />
      </div>
      <Sortable ids={entries.map(({ key }) => key)} onMove={player.moveInQueue}>
        <ol className="-mx-2 grid">
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
                      {song.title}
                    </span>
                    <span className="block truncate text-sm text-faint">{song.artist}</span>
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

const MINUTE = 60_000;

/** Ends the music after a while, by the clock. */
function SleepTimer() {
  const player = usePlayer();
  const sleep = usePlayerState((state) => state.sleep);
  const choose = (value: string) => {
    if (value === 'off') player.setSleep(null);
    else if (value === 'song') player.setSleep('song');
    else player.setSleep(Date.now() + Number(value) * MINUTE);
  };
  const until =
    typeof sleep === 'number'
      ? new Date(sleep).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
      : null;
  return (
    <label className="inline-flex h-11 items-center gap-2 rounded-full bg-raised pr-2 pl-4 text-[0.9375rem] font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ember-ink md:h-10">
      <Moon size={16} aria-hidden="true" className={sleep === null ? '' : 'text-ember-ink'} />
      <span className="sr-only">Sleep timer</span>
      <select
        value={typeof sleep === 'number' ? 'until' : (sleep ?? 'off')}
        onChange={({ target }) => choose(target.value)}
        className="h-full rounded-full bg-raised pr-1 outline-none"
      >
        <option value="off">Sleep timer</option>
        {until && <option value="until">Until {until}</option>}
        <option value="song">At the end of this track</option>
        {[15, 30, 45, 60].map((minutes) => (
          <option key={minutes} value={minutes}>
            In {minutes} minutes
          </option>
        ))}
      </select>
    </label>
  );
}
