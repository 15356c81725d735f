import { formatDuration } from '../../lib/format.ts';
import type { TakePlayer } from '../../player/take-player.ts';
import { useTakeSecond } from '../../player/use-take-player.ts';

/** The position of the takes, at the head of the line through them. */
export function TimeBadge({ player }: { player: TakePlayer }) {
  const second = useTakeSecond(player);
  return (
    <div aria-hidden="true" className="take-axis">
      <span className="take-time figures rounded-sm bg-ink px-2 text-sm font-semibold text-ground">
        {formatDuration(second)}
      </span>
    </div>
  );
}
