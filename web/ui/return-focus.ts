import { useRef } from 'react';

/**
 * For a dialog that is opened by being drawn, and so has no trigger that Radix could lead back to: when it closes,
 * the focus goes back to where it was.
 */
export function useReturnFocus() {
  const before = useRef<Element>(null);
  return {
    onOpenAutoFocus: () => {
      const active = document.activeElement;
      // A menu goes when one of its items is chosen: what names it is the button that opened it.
      const menu = active?.closest('[role=menu]');
      before.current = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      (before.current as HTMLElement | null)?.focus();
    },
  };
}
