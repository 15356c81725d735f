import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { currentToast, type Toast } from './toasts.ts';

/** Draws one toast with §9's timings. Radix adds the hotkey, the swipe and the live region. */
export default function ToastViewport({ toast }: { toast: Toast }) {
  useCloseOnEscape();
  return (
    // A provider per toast: closing one by its cross leaves the provider's timers paused forever.
    <Radix.Provider key={toast.id} duration={5000} swipeThreshold={50} swipeDirection="right">
      <Radix.Root
        type={toast.destructive ? 'foreground' : 'background'}
        data-destructive={toast.destructive || undefined}
        // An open dialog disables pointer events everywhere else.
        style={{ pointerEvents: 'auto' }}
        className="toast relative flex items-start gap-3 rounded-md border border-line bg-stage p-4 pr-12 shadow-float data-destructive:border-bad"
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
        {toast.action && (
          <Radix.Action
            altText={toast.action.label}
            onClick={toast.action.run}
            className="-my-1 ml-auto shrink-0 rounded-full px-3 py-1.5 font-semibold text-ember-ink hover:bg-raised"
          >
            {toast.action.label}
          </Radix.Action>
        )}
        <Radix.Close
          aria-label="Close"
          className="absolute top-2 right-2 grid size-9 place-items-center rounded-full text-faint hover:bg-raised hover:text-ink"
        >
          <X size={16} />
        </Radix.Close>
      </Radix.Root>
      <Radix.Viewport
        hotkey={['F8']}
        // Moves to where it covers no buttons of an open dialog: to the top on phones, to the left otherwise.
        className="fixed inset-x-0 bottom-(--bottom-bar) z-50 m-0 grid list-none gap-2 p-4 outline-none md:left-auto md:w-full md:max-w-[420px] max-md:in-[body:has(.sheet)]:top-0 max-md:in-[body:has(.sheet)]:bottom-auto md:in-[body:has(.sheet)]:right-auto md:in-[body:has(.sheet)]:left-0"
      />
    </Radix.Provider>
  );
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
