import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../Button.tsx';

/** A dialog; on phones a drawer from the bottom of the screen. */
export function Sheet({
  title,
  description,
  onClose,
  wide = false,
  children,
}: {
  title: ReactNode;
  description?: string;
  onClose: () => void;
  /** 880, or 1000 for two columns. */
  wide?: boolean | 'two columns';
  children: ReactNode;
}) {
  const returnFocus = useReturnFocus();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="sheet-veil fixed inset-0 z-40 bg-[oklch(0.1_0.01_55/0.6)]" />
        <Dialog.Content
          {...(description === undefined && { 'aria-describedby': undefined })}
          {...returnFocus}
          onOpenAutoFocus={focusFirstField}
          className={`sheet fixed inset-x-0 bottom-0 z-40 max-h-[92dvh] overflow-y-auto rounded-t-lg border border-line bg-stage p-6 pb-[max(1.5rem,env(safe-area-inset-bottom))] shadow-float md:inset-auto md:top-1/2 md:left-1/2 md:w-[min(92vw,var(--sheet-width))] md:-translate-1/2 md:rounded-lg md:p-8 ${wide === true ? '[--sheet-width:880px]' : wide ? '[--sheet-width:1000px]' : '[--sheet-width:460px]'}`}
        >
          <div className="mb-5 flex items-start justify-between gap-4">
            <div>
              <Dialog.Title className="text-title">{title}</Dialog.Title>
              {description && (
                <Dialog.Description className="mt-1 text-soft">{description}</Dialog.Description>
              )}
            </div>
            <Dialog.Close asChild>
              <IconButton label={t`Close`} data-tooltip={undefined} className="-mt-2 -me-2">
                <X size={20} />
              </IconButton>
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/**
 * Focuses the first field that a person fills in, or the dialog itself so that screen readers read its title. Radix would
 * focus Close.
 */
function focusFirstField(event: Event): void {
  event.preventDefault();
  const dialog = event.currentTarget as HTMLElement;
  if (dialog.contains(document.activeElement)) return;
  const field = dialog.querySelector<HTMLElement>(
    'input:not([type=file], [type=checkbox], [type=range], :disabled), textarea:not(:disabled), form select:not(:disabled)',
  );
  (field ?? dialog).focus();
}

/**
 * For a dialog without a trigger of its own: when it closes, the focus returns to the element that had it before.
 * The hook reads that element while rendering, because a dialog's content may focus a field in its effects.
 */
export function useReturnFocus() {
  const [opener] = useState(focusedElement);
  return {
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      opener?.focus();
    },
  };
}

/** A menu disappears when one of its items is chosen; the button that opened it stays. */
function focusedElement(): HTMLElement | null {
  const active = document.activeElement;
  const menu = active?.closest('[role=menu]');
  return menu
    ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
    : (active as HTMLElement | null);
}
