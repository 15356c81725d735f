import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../ui/Button.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import QueueList from './QueueList.tsx';

/** From this width the queue stands beside the page. */
const BESIDE = '(min-width: 1080px)';

/**
 * The queue: on wide screens a panel beside the page, which stays usable; otherwise a sheet.
 * @param modal whether it opens above another dialog, and therefore as a sheet.
 */
export default function QueuePanel({ modal, onClose }: { modal: boolean; onClose: () => void }) {
  if (!modal && window.matchMedia?.(BESIDE).matches) return <Beside onClose={onClose} />;
  return (
    <Sheet title="Queue" onClose={onClose}>
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
      aria-label="Queue"
      className="queue-panel"
      onKeyDown={(event) => {
        // Escape also cancels a drag, which handles the key before.
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <div className="flex items-center justify-between mb-3">
        <h2 className="text-title">Queue</h2>
        <IconButton label="Close the queue" onClick={onClose}>
          <X size={20} />
        </IconButton>
      </div>
      <QueueList />
    </aside>,
    document.body,
  );
}
