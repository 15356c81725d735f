import { useEffect, useRef, useState } from 'react';
import { NOTHING_SENT, type Sending, sendingOf } from './sending.ts';

type Cover = Sending<{ url: string }>;

/** A cover that is changed in a form of its own. */
export function useCover(first: string | null) {
  const latest = useRef<Cover>(first ? { state: 'arrived', it: { url: first } } : NOTHING_SENT);
  const [sending, setSending] = useState(latest.current);
  const [place] = useState(() =>
    sendingOf(
      'POST /api/upload/cover',
      () => latest.current,
      (next: Cover) => {
        latest.current = next;
        setSending(next);
      },
    ),
  );
  // Nobody waits any more for a picture that is still on its way.
  useEffect(() => place.abort, [place]);
  return { ...place, sending, url: sending.state === 'arrived' ? sending.it.url : null };
}
