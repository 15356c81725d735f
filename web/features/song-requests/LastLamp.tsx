import { plural, t } from '@lingui/core/macro';
import type { RequestPage } from 'contract/features/song-requests.ts';
import { VOTE_COST, VOTE_GOAL } from 'contract/features/song-requests-constants.ts';
import { Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { lazyLayer } from '../../ui/layers/lazy-layer.tsx';
import { currentToast } from '../../ui/layers/toasts.ts';
import { lastLamp } from './use-vote.ts';

const LampDialog = lazyLayer(() => import('./LampDialog.tsx'));

/** The words of the thirtieth vote, in place of the request's own. Escape or 'Follow it' restores the page. */
export function LastLamp({ request: { id, title, artist, backers } }: { request: RequestPage }) {
  const words = useRef<HTMLDivElement>(null);
  const shareButton = useRef<HTMLButtonElement>(null);
  const [isSharing, setSharing] = useState(false);
  useEffect(() => {
    // These words say the same, and a toast would cover the buttons on phones.
    currentToast.set(null);
    const top = words.current!.closest<HTMLElement>('.request-top')!;
    const release = silenceRest(top);
    shareButton.current!.focus({ preventScroll: true });
    // On phones the vote button is far below the lamps.
    const isStill = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;
    top.scrollIntoView?.({ block: 'nearest', behavior: isStill ? 'instant' : 'smooth' });
    LampDialog.preload();
    // The dialog of the lamp's picture takes the key for itself.
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) =>
      key === 'Escape' && !defaultPrevented && lastLamp.set(null);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      release();
      // The vote button is back in the next frame, unless these words are drawn in another place.
      requestAnimationFrame(() => {
        if (lastLamp.get() === null) top.querySelector<HTMLElement>('button, a')?.focus();
      });
    };
  }, []);
  const others = backers - 1;
  return (
    <div
      ref={words}
      role="dialog"
      aria-modal="true"
      aria-labelledby="last-lamp"
      className="moment-words grid content-start gap-5"
    >
      <div>
        <p className="mb-3 flex flex-wrap gap-x-4 text-[0.9375rem] text-soft">
          <bdi>{title}</bdi> <bdi>{artist}</bdi>
        </p>
        <h1 id="last-lamp" className="text-hero tracking-[-0.03em]">
          {t`You lit the last lamp.`}
        </h1>
      </div>
      <p className="text-lg">
        {plural(others, {
          0: 'AI makes the song now. You pick the take.',
          one: 'AI makes the song now. You and # other pick the take.',
          other: 'AI makes the song now. You and # others pick the take.',
        })}
      </p>
      <p className="text-[0.9375rem] text-soft">
        {t`Your vote has been counted. ${VOTE_COST} credits deducted.`}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button ref={shareButton} look="ember" size="lg" onClick={() => setSharing(true)}>
          <Share2 size={18} aria-hidden="true" /> {t`Share your part`}
        </Button>
        <Button size="lg" onClick={() => lastLamp.set(null)}>
          {t`Follow it`}
        </Button>
      </div>
      {isSharing && (
        <LampDialog
          lamp={{ request_id: id, name: t`${title} by ${artist}`, number: VOTE_GOAL }}
          onClose={() => setSharing(false)}
        />
      )}
    </div>
  );
}

/** Makes everything on the page inert except an element and what contains it. Returns what undoes it. */
function silenceRest(element: HTMLElement): () => void {
  const silenced: HTMLElement[] = [];
  for (let inner: HTMLElement | null = element; inner && inner !== document.body; inner = inner.parentElement)
    for (const sibling of inner.parentElement?.children ?? [])
      if (sibling !== inner && sibling instanceof HTMLElement && !sibling.inert && !sibling.ariaLive) {
        sibling.inert = true;
        silenced.push(sibling);
      }
  return () => {
    for (const sibling of silenced) sibling.inert = false;
  };
}
