import { ListMusic } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../ui/Button.tsx';
import { lazyLayer } from '../ui/lazy-layer.tsx';

const QueuePanel = lazyLayer(() => import('./QueuePanel.tsx'));

/** Opens the queue. */
export function QueueButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label="Queue"
        onClick={() => setOpen(true)}
        onPointerEnter={QueuePanel.preload}
        onFocus={QueuePanel.preload}
      >
        <ListMusic size={18} />
      </IconButton>
      {open && <QueuePanel onClose={() => setOpen(false)} />}
    </>
  );
}
