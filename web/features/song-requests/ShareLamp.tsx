import type { RequestPage } from 'contract/song-requests.ts';
import { Image } from 'lucide-react';
import { useState } from 'react';
import { lazyLayer } from '../../ui/lazy-layer.tsx';

const LampDialog = lazyLayer(() => import('./LampDialog.tsx'));

/** Opens the picture of the latest lamp that the viewer has lit; nothing for someone who has lit none. */
export function ShareLamp({
  request: { id, title, artist, seats },
  username,
}: {
  request: RequestPage;
  username: string | undefined;
}) {
  const [isOpen, setOpen] = useState(false);
  const number = username === undefined ? 0 : seats.lastIndexOf(username) + 1;
  if (number === 0) return null;
  return (
    <>
      <button
        type="button"
        onPointerEnter={LampDialog.preload}
        onClick={() => setOpen(true)}
        className="inline-flex min-h-11 items-center gap-2 self-start justify-self-start font-semibold text-ember-ink hover:underline"
      >
        <Image size={17} aria-hidden="true" /> Share your lamp {number}
      </button>
      {isOpen && (
        <LampDialog
          lamp={{ request_id: id, name: `${title} by ${artist}`, number }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
