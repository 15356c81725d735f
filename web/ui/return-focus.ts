import { useState } from 'react';

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
