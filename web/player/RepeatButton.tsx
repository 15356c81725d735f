import { Repeat1, Repeat as RepeatIcon } from 'lucide-react';
import { IconButton } from '../ui/Button.tsx';
import { usePlayer, usePlayerState } from './PlayerContext.tsx';
import type { Repeat } from './queue.ts';

const modes: Record<Repeat, { next: Repeat; name: string }> = {
  off: { next: 'all', name: 'Repeat' },
  all: { next: 'one', name: 'Repeats all' },
  one: { next: 'off', name: 'Repeats this one' },
};

/** Repeats the queue, then one song, then nothing. */
export function RepeatButton() {
  const player = usePlayer();
  const repeat = usePlayerState((state) => state.repeat);
  const Glyph = repeat === 'one' ? Repeat1 : RepeatIcon;
  return (
    <IconButton
      label={modes[repeat].name}
      aria-pressed={repeat !== 'off'}
      onClick={() => player.setRepeat(modes[repeat].next)}
    >
      <Glyph size={20} className={repeat === 'off' ? '' : 'text-ember-ink'} />
    </IconButton>
  );
}
