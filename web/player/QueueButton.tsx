import { ListMusic } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazy } from '../lib/lazy.ts';
import { IconButton } from '../ui/Button.tsx';

const load = () => import('./QueuePanel.tsx');
const QueuePanel = lazy(load);

/** Opens the queue. */
export function QueueButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Queue" onClick={() => setOpen(true)} onPointerEnter={load} onFocus={load}>
        <ListMusic size={18} />
      </IconButton>
      {open && <Suspense>{<QueuePanel onClose={() => setOpen(false)} />}</Suspense>}
    </>
  );
}
