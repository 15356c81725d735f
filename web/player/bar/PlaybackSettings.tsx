import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Moon, Repeat1, Repeat as RepeatIcon, Shuffle, SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { dateFormat } from '../../lib/format.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Slider } from '../../ui/forms/Slider.tsx';
import { toast } from '../../ui/layers/toasts.ts';
import { canFade, MAX_CROSSFADE } from '../engine/overlap.ts';
import type { Repeat } from '../engine/queue.ts';
import { usePlayer, usePlayerState } from '../PlayerContext.tsx';

const secondsOf = (crossfade: number) => (crossfade === 0 ? t`Off` : t`${crossfade} s`);

/** Settings of the whole queue: its order, its end, and how its songs follow each other. */
export function PlaybackSettings() {
  const [open, setOpen] = useState(false);
  const panel = useId();
  return (
    <div className="mb-4">
      <div className="queue-settings-row">
        <ShuffleButton />
        <RepeatButton />
        <IconButton
          label={t`Playback settings`}
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
    return (
      <p className="text-sm text-soft">{t`This device sets the volume itself, so songs cannot fade.`}</p>
    );
  return (
    <div>
      <p className="flex justify-between gap-4" aria-hidden="true">
        {t`Crossfade`} <span className="figures text-soft">{secondsOf(crossfade)}</span>
      </p>
      <Slider
        label={t`Crossfade`}
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
        {t`Gapless playback`}
        <span className="block text-sm text-faint">{t`No pause between the songs of a queue.`}</span>
      </span>
    </label>
  );
}

/** Puts what follows in the queue into random order. */
export function ShuffleButton() {
  const player = usePlayer();
  const follow = usePlayerState(({ queue }) => queue.entries.length - queue.at - 1);
  return (
    <IconButton
      label={t`Shuffle what follows`}
      disabled={follow < 2}
      onClick={() => {
        player.shuffleNext();
        toast(t`Shuffled`, t`What follows plays in a new order`);
      }}
    >
      <Shuffle size={20} />
    </IconButton>
  );
}

const modes: Record<Repeat, { next: Repeat; name: MessageDescriptor }> = {
  off: { next: 'all', name: msg`Repeat` },
  all: { next: 'one', name: msg`Repeats all` },
  one: { next: 'off', name: msg`Repeats this one` },
};

/** Repeats the queue, then one song, then nothing. */
export function RepeatButton() {
  const player = usePlayer();
  const repeat = usePlayerState((state) => state.repeat);
  const Glyph = repeat === 'one' ? Repeat1 : RepeatIcon;
  return (
    <IconButton
      label={t(modes[repeat].name)}
      aria-pressed={repeat !== 'off'}
      onClick={() => player.setRepeat(modes[repeat].next)}
    >
      <Glyph size={20} className={repeat === 'off' ? '' : 'text-ember-ink'} />
    </IconButton>
  );
}

const formatHour = dateFormat({ timeStyle: 'short' });
const MINUTE = 60_000;

/** Stops the music at a time or at the end of the song. */
function SleepTimer() {
  const player = usePlayer();
  const sleep = usePlayerState((state) => state.sleep);
  const choose = (value: string) => {
    if (value === 'off') player.setSleep(null);
    else if (value === 'song') player.setSleep('song');
    else player.setSleep(Date.now() + Number(value) * MINUTE);
  };
  const until = typeof sleep === 'number' ? formatHour(sleep) : null;
  return (
    <label className="inline-flex h-11 items-center gap-2 rounded-full bg-raised pe-2 ps-4 text-[0.9375rem] font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ember-ink md:h-10">
      <Moon size={16} aria-hidden="true" className={sleep === null ? '' : 'text-ember-ink'} />
      <span className="sr-only">{t`Sleep timer`}</span>
      <select
        value={typeof sleep === 'number' ? 'until' : (sleep ?? 'off')}
        onChange={({ target }) => choose(target.value)}
        className="h-full rounded-full bg-raised pe-1 outline-none"
      >
        <option value="off">{t`Sleep timer`}</option>
        {until && <option value="until">{t`Until ${until}`}</option>}
        <option value="song">{t`At the end of this track`}</option>
        {[15, 30, 45, 60].map((minutes) => (
          <option key={minutes} value={minutes}>
            {t`In ${minutes} minutes`}
          </option>
        ))}
      </select>
    </label>
  );
}
