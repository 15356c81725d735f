import { t } from '@lingui/core/macro';
import { ListMusic } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { IconButton } from '../../ui/Button.tsx';
import { lazyLayer } from '../../ui/layers/lazy-layer.tsx';

const QueuePanel = lazyLayer(() => import('./QueuePanel.tsx'));

/** Opens and closes the queue. @param modal see `QueuePanel`. */
export function QueueButton({ modal = false }: { modal?: boolean }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    setOpen(false);
    button.current?.focus();
  }, []);
  return (
    <>
      <IconButton
        ref={button}
        label={t`Queue`}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onPointerEnter={QueuePanel.preload}
        onFocus={QueuePanel.preload}
        className={open ? 'text-ember-ink!' : ''}
      >
        <ListMusic size={18} />
      </IconButton>
      {open && <QueuePanel modal={modal} onClose={close} />}
    </>
  );
}
