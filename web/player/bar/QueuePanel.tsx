import { t } from '@lingui/core/macro';
import './queue.css';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../../ui/Button.tsx';
import { Sortable, SortableRow } from '../../ui/forms/SortableList.tsx';
import { Sheet } from '../../ui/layers/Sheet.tsx';
import { Cover } from '../../ui/pictures/Cover.tsx';
import { usePlayer, usePlayerState } from '../PlayerContext.tsx';
import { PlaybackSettings } from './PlaybackSettings.tsx';

/** From this width the queue stands beside the page. */
const BESIDE = '(min-width: 1080px)';

/**
 * The queue: on wide screens a panel beside the page, which stays usable; otherwise a sheet.
 * @param modal whether it opens above another dialog, and therefore as a sheet.
 */
export default function QueuePanel({ modal, onClose }: { modal: boolean; onClose: () => void }) {
  if (!modal && window.matchMedia?.(BESIDE).matches) return <Beside onClose={onClose} />;
  return (
    <Sheet title={t`Queue`} onClose={onClose}>
      <QueueList />
    </Sheet>
  );
}

function Beside({ onClose }: { onClose: () => void }) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.queue = '';
    panel.current!.focus({ preventScroll: true });
    // On a narrower window there is no room beside the page.
    const room = window.matchMedia(BESIDE);
    room.addEventListener('change', onClose);
    return () => {
      delete dataset.queue;
      room.removeEventListener('change', onClose);
    };
  }, [onClose]);
  return createPortal(
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={t`Queue`}
      className="queue-panel"
      onKeyDown={(event) => {
        // Escape also cancels a drag, which handles the key before.
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <div className="flex items-center justify-between mb-3">
        <h2 className="text-title">{t`Queue`}</h2>
        <IconButton label={t`Close the queue`} onClick={onClose}>
          <X size={20} />
        </IconButton>
      </div>
      <QueueList />
    </aside>,
    document.body,
  );
}

/** The queue: its songs can be reordered, played and removed. */
export function QueueList() {
  const player = usePlayer();
  const { entries, at } = usePlayerState((state) => state.queue);
  return (
    <>
      <PlaybackSettings />
      <Sortable
        rows={entries.map(({ key, song }) => ({ id: key, name: song.title }))}
        onMove={player.moveInQueue}
      >
        <ol className="queue-list">
          {entries.map(({ key, song }, index) => (
            <li key={key} aria-current={index === at || undefined}>
              <SortableRow id={key} name={song.title} className="hover:bg-raised">
                <button
                  type="button"
                  onClick={() => (index === at ? player.toggle() : player.goTo(index))}
                  className="flex flex-1 items-center gap-3 min-w-0 py-1.5 rounded-sm text-start"
                >
                  <Cover url={song.thumbnail} sizes="44px" className="w-11! shrink-0 rounded-sm" />
                  <span className="min-w-0">
                    <span className={`block truncate font-medium ${index === at ? 'text-ember-ink' : ''}`}>
                      <span className="sr-only">{t`Play`} </span>
                      <bdi>{song.title}</bdi>
                    </span>
                    <span dir="auto" className="block truncate text-sm text-faint">
                      {song.artist}
                    </span>
                  </span>
                </button>
                <span className="figures text-sm text-faint">{song.duration}</span>
                <IconButton
                  label={t`Remove ${{ title: song.title }} from the queue`}
                  disabled={index === at}
                  onClick={() => player.removeFromQueue(index)}
                >
                  <X size={16} />
                </IconButton>
              </SortableRow>
            </li>
          ))}
        </ol>
      </Sortable>
    </>
  );
}
