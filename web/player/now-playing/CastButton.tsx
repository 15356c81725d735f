import { t } from '@lingui/core/macro';
import { Cast } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../../ui/Button.tsx';
import { toast, toastProblem } from '../../ui/layers/toasts.ts';
import { usePlayer, usePlayerState } from '../PlayerContext.tsx';

/** Plays the music on a loudspeaker or television nearby. Shown once the browser has found one. */
export function CastButton() {
  const player = usePlayer();
  // Each song may play on another audio element.
  usePlayerState(({ song }) => song);
  const remote = player.remote();
  const [isAvailable, setAvailable] = useState(false);
  const [isConnected, setConnected] = useState(false);
  useEffect(() => {
    if (!remote) return;
    const show = () => setConnected(remote.state === 'connected');
    const watch = new AbortController();
    for (const event of ['connect', 'disconnect'])
      remote.addEventListener(event, show, { signal: watch.signal });
    show();
    // Browsers that do not watch for devices look for them when the person asks.
    remote.watchAvailability(setAvailable).catch(() => setAvailable(true));
    return () => {
      watch.abort();
      remote.cancelWatchAvailability().catch(() => {});
    };
  }, [remote]);
  if (!remote || !(isAvailable || isConnected)) return null;
  const choose = () =>
    remote.prompt().catch(({ name }: DOMException) => {
      // The person closed the browser's list.
      if (name === 'NotAllowedError') return;
      if (name === 'NotFoundError') toast(t`No device found`, t`It must be on the same network as this one.`);
      else toastProblem(t`This track can’t play on another device`);
    });
  return (
    <IconButton label={t`Play on another device`} aria-pressed={isConnected} onClick={choose}>
      <Cast size={20} className={isConnected ? 'text-ember-ink' : ''} />
    </IconButton>
  );
}
