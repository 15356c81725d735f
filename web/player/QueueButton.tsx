import { ListMusic } from 'lucide-react';
import { useState } from 'react';
import { lazy } from '../lib/lazy.ts';
import { IconButton } from '../ui/Button.tsx';
import { Later } from '../ui/Later.tsx';

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
      {open && <Later>{<QueuePanel onClose={() => setOpen(false)} />}</Later>}
    </>
  );
}
