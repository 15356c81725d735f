import { Shuffle } from 'lucide-react';
import { IconButton } from '../ui/Button.tsx';
import { toast } from '../ui/toasts.ts';
import { usePlayer, usePlayerState } from './PlayerContext.tsx';

/** Puts what follows in the queue into random order. */
export function ShuffleButton() {
  const player = usePlayer();
  const follow = usePlayerState(({ queue }) => queue.entries.length - queue.at - 1);
  return (
    <IconButton
      label="Shuffle what follows"
      disabled={follow < 2}
      onClick={() => {
        player.shuffleNext();
        toast('Shuffled', 'What follows plays in a new order');
      }}
    >
      <Shuffle size={20} />
    </IconButton>
  );
}
