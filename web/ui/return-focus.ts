import { useRef } from 'react';

/**
 * For a dialog that is opened by being drawn, and so has no trigger that Radix could lead back to: when it closes,
 * the focus goes back to where it was.
 */
export function useReturnFocus() {
  const before = useRef<Element>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      (before.current as HTMLElement | null)?.focus();
    },
  };
}
