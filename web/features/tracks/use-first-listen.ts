import { useEffect, useState } from 'react';
import { permanent } from '../../lib/storage.ts';
import { usePlayerState } from '../../player/PlayerContext.tsx';

const KEY = 'ovation.premieres';
/** Songs that are remembered; after as many others, a song opens as if it were new. */
const REMEMBERED = 200;

/** Whether this is the first listen of a song on this device, from the moment when it plays. */
export function useFirstListen(track_id: string): boolean {
  const isPlaying = usePlayerState((state) => state.song?.id === track_id && state.status === 'playing');
  const [first, setFirst] = useState<string | null>(null);
  useEffect(() => {
    if (!isPlaying) return;
    const heard = (permanent.get(KEY) ?? '').split(' ');
    if (heard.includes(track_id)) return;
    permanent.set(KEY, [track_id, ...heard].slice(0, REMEMBERED).join(' ').trim());
    setFirst(track_id);
  }, [isPlaying, track_id]);
  return first === track_id;
}
