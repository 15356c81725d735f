import { t } from '@lingui/core/macro';
import './toast.css';
import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { useEffect, useMemo } from 'react';
import { flushSync } from 'react-dom';
import { currentToast, type Toast } from './toasts.ts';

/** Draws one toast with §9's timings. Radix adds the hotkey, the swipe and the live region. */
export default function ToastViewport({ toast }: { toast: Toast }) {
  useCloseOnEscape();
  const isAbove = useActionBelow(toast.id);
  return (
    // A provider per toast: closing one by its cross leaves the provider's timers paused forever.
    <Radix.Provider key={toast.id} duration={5000} swipeThreshold={50} swipeDirection="right">
      <Radix.Root
        type={toast.destructive ? 'foreground' : 'background'}
        data-destructive={toast.destructive || undefined}
        // An open dialog disables pointer events everywhere else.
        style={{ pointerEvents: 'auto' }}
        className={`toast relative flex items-start gap-3 rounded-md border border-line bg-stage p-4 pe-12 shadow-float data-destructive:border-bad ${toast.actions.length > 1 ? 'flex-col' : ''}`}
      >
        <div className="grid gap-1">
          <Radix.Title
            className="font-semibold data-destructive:text-bad"
            data-destructive={toast.destructive || undefined}
          >
            {toast.title}
          </Radix.Title>
          {toast.description && (
            <Radix.Description className="text-sm text-soft">{toast.description}</Radix.Description>
          )}
        </div>
        {toast.actions.length > 0 && (
          <div className="-my-1 ms-auto flex shrink-0 flex-wrap">
            {toast.actions.map(({ label, run }) => (
              <Radix.Action
                key={label}
                altText={label}
                onClick={run}
                className="rounded-full px-3 py-1.5 font-semibold text-ember-ink hover:bg-raised"
              >
                {label}
              </Radix.Action>
            ))}
          </div>
        )}
        <Radix.Close
          aria-label={t`Close`}
          className="absolute top-2 end-2 grid size-9 place-items-center rounded-full text-faint hover:bg-raised hover:text-ink"
        >
          <X size={16} />
        </Radix.Close>
      </Radix.Root>
      <Radix.Viewport
        hotkey={['F8']}
        data-top={isAbove || undefined}
        // At the left: an opening dialog is in the middle and the queue at the right, so it never has to move. On phones
        // dialogs are at the bottom: they leave room for it at the top.
        className="toast-place"
      />
    </Radix.Provider>
  );
}

/** About as high as a toast with two lines of text; px. */
const HEIGHT = 120;
const WIDTH = 420;

/** True if a toast at the bottom would cover what was just pressed, such as the card of a vote. Read once per toast. */
function useActionBelow(id: number): boolean {
  return useMemo(() => {
    void id;
    const pressed = document.activeElement?.closest('article, li, button, a');
    if (!pressed) return false;
    const { top, bottom, left } = pressed.getBoundingClientRect();
    const bar =
      Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--bottom-bar')) || 0;
    const floor = innerHeight - bar;
    return top < floor && bottom > floor - HEIGHT && left < WIDTH;
  }, [id]);
}

/**
 * Escape closes the toast and also what is open below it. Radix treats the toast as the topmost layer and would close
 * it alone; so it is removed before Radix sees the key, unless the toast itself has the focus.
 */
function useCloseOnEscape(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || document.activeElement?.closest('.toast')) return;
      flushSync(() => currentToast.set(null));
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}
