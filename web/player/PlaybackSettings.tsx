import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { IconButton } from '../ui/Button.tsx';
import { Slider } from '../ui/Slider.tsx';
import { canFade, MAX_CROSSFADE } from './overlap.ts';
import { usePlayer, usePlayerState } from './PlayerContext.tsx';
import { RepeatButton } from './RepeatButton.tsx';
import { ShuffleButton } from './ShuffleButton.tsx';
import { SleepTimer } from './SleepTimer.tsx';

const secondsOf = (crossfade: number) => (crossfade === 0 ? 'Off' : `${crossfade} s`);

/** What applies to the whole queue: its order, its end, and how its songs follow each other. */
export function PlaybackSettings() {
  const [open, setOpen] = useState(false);
  const panel = useId();
  return (
    <div className="mb-4">
      <div className="queue-settings-row">
        <ShuffleButton />
        <RepeatButton />
        <IconButton
          label="Playback settings"
          aria-expanded={open}
          aria-controls={panel}
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal size={20} className={open ? 'text-ember-ink' : ''} />
        </IconButton>
        <SleepTimer />
      </div>
      <div id={panel} hidden={!open} className="queue-settings-panel">
        <Crossfade />
        <Gapless />
      </div>
    </div>
  );
}

function Crossfade() {
  const player = usePlayer();
  const crossfade = usePlayerState((state) => state.crossfade);
  const [isPossible] = useState(() => canFade());
  if (!isPossible)
    return <p className="text-sm text-soft">This device sets the volume itself, so songs cannot fade.</p>;
  return (
    <div>
      <p className="flex justify-between gap-4" aria-hidden="true">
        Crossfade <span className="figures text-soft">{secondsOf(crossfade)}</span>
      </p>
      <Slider
        label="Crossfade"
        value={crossfade}
        max={MAX_CROSSFADE}
        valueText={secondsOf(crossfade)}
        onChange={player.setCrossfade}
        className="h-8! w-full"
      />
    </div>
  );
}

function Gapless() {
  const player = usePlayer();
  const gapless = usePlayerState((state) => state.gapless);
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        checked={gapless}
        onChange={(event) => player.setGapless(event.target.checked)}
        className="size-5"
      />
      <span>
        Gapless playback
        <span className="block text-sm text-faint">No pause between the songs of a queue.</span>
      </span>
    </label>
  );
}
