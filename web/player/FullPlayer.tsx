import { artistPath, trackPath } from 'contract/slugs.ts';
import { ChevronDown, Info } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { AppLink } from '../ui/AppLink.tsx';
import { IconButton } from '../ui/Button.tsx';
import { Cover } from '../ui/Cover.tsx';
import { lazyLayer } from '../ui/lazy-layer.tsx';
import { useReturnFocus } from '../ui/return-focus.ts';
import { Transport, Volume } from './Controls.tsx';
import { ProgressSlider } from './ProgressSlider.tsx';
import { QueueButton } from './QueueButton.tsx';
import type { Song } from './song.ts';
import { Elapsed, Total } from './Times.tsx';

const TrackDetails = lazyLayer(() => import('./TrackDetails.tsx'));

/** The player at full height, for phones. */
export default function FullPlayer({ song, onClose }: { song: Song; onClose: () => void }) {
  const [details, setDetails] = useState<string | null>(null);
  const returnFocus = useReturnFocus();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          {...returnFocus}
          className="full-player fixed inset-0 z-40 flex flex-col bg-ground px-6 pt-3 pb-[max(1.5rem,env(safe-area-inset-bottom))]"
        >
          <Dialog.Close asChild>
            <IconButton label="Close the player" className="-ml-2">
              <ChevronDown />
            </IconButton>
          </Dialog.Close>
          <div className="flex min-h-0 flex-1 flex-col justify-center gap-7">
            <Cover
              url={song.thumbnail}
              sizes="min(88vw, 44vh)"
              eager
              className="mx-auto max-h-[44vh] w-auto! rounded-lg shadow-float"
            />
            <div className="flex items-center gap-3">
              <div className="min-w-0 flex-1">
                <Dialog.Title dir="auto" className="truncate text-title">
                  {song.unpublished ? (
                    song.title
                  ) : (
                    <AppLink href={trackPath(song)} onClick={onClose}>
                      {song.title}
                    </AppLink>
                  )}
                </Dialog.Title>
                <p dir="auto" className="truncate text-soft">
                  {song.unpublished ? (
                    song.artist
                  ) : (
                    <AppLink href={artistPath(song.artist)} onClick={onClose}>
                      {song.artist}
                    </AppLink>
                  )}
                </p>
                {song.origin && <p className="text-sm text-soft wrap-anywhere">{song.origin}</p>}
              </div>
              {!song.unpublished && (
                <IconButton label="Details" onClick={() => setDetails(song.id)} className="-mr-2">
                  <Info size={20} />
                </IconButton>
              )}
            </div>
            <div>
              <ProgressSlider />
              <div className="mt-1 flex justify-between">
                <Elapsed className="text-left!" />
                <Total className="text-right" />
              </div>
            </div>
            <div className="flex justify-center">
              <Transport large />
            </div>
            <div className="mx-auto flex w-full max-w-80 items-center gap-2">
              <Volume className="min-w-0 flex-1" />
              <QueueButton />
            </div>
          </div>
          {details && <TrackDetails id={details} onClose={() => setDetails(null)} />}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
