import { type ReactNode, useState } from 'react';
import { lazyLayer } from '../../../ui/layers/lazy-layer.tsx';
import type { Lamp } from '../LampDialog.tsx';

const LampDialog = lazyLayer(() => import('../LampDialog.tsx'));

/** Opens the picture of a lamp that the viewer has lit. */
export function SharePart({
  children,
  className = '',
  ...lamp
}: Lamp & { children: ReactNode; className?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onPointerEnter={LampDialog.preload}
        onClick={() => setOpen(true)}
        className={`inline-flex min-h-11 items-center gap-2 font-semibold hover:underline ${className}`}
      >
        {children}
      </button>
      {isOpen && <LampDialog lamp={lamp} onClose={() => setOpen(false)} />}
    </>
  );
}
