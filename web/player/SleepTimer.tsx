import { Moon } from 'lucide-react';
import { usePlayer, usePlayerState } from './PlayerContext.tsx';

const MINUTE = 60_000;

/** Stops the music at a time or at the end of the song. */
export function SleepTimer() {
  const player = usePlayer();
  const sleep = usePlayerState((state) => state.sleep);
  const choose = (value: string) => {
    if (value === 'off') player.setSleep(null);
    else if (value === 'song') player.setSleep('song');
    else player.setSleep(Date.now() + Number(value) * MINUTE);
  };
  const until =
    typeof sleep === 'number' ? new Date(sleep).toLocaleTimeString('en', { timeStyle: 'short' }) : null;
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
