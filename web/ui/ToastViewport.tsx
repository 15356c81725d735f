import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import type { Toast } from './toasts.ts';

/** §9's timings; Radix has the hotkey, the swipe and the live region. */
export default function ToastViewport({ toast }: { toast: Toast }) {
  return (
    <Radix.Provider duration={5000} swipeThreshold={50} swipeDirection="right">
      <Radix.Root
        key={toast.id}
        type={toast.destructive ? 'foreground' : 'background'}
        data-destructive={toast.destructive || undefined}
        // An open dialog takes the pointer from everything else.
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
        // A drawer has its buttons at the foot, where a toast would lie on them: then it comes from the head. So has a
        // dialog, at the right: there it stands at the left.
        className="fixed inset-x-0 bottom-(--bottom-bar) z-50 m-0 grid list-none gap-2 p-4 outline-none md:left-auto md:w-full md:max-w-[420px] max-md:in-[body:has(.sheet)]:top-0 max-md:in-[body:has(.sheet)]:bottom-auto md:in-[body:has(.sheet)]:right-auto md:in-[body:has(.sheet)]:left-0"
      />
    </Radix.Provider>
  );
}
