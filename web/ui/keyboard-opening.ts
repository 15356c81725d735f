import { type MouseEvent, useRef } from 'react';

/**
 * Focuses the first item of a menu that was opened with the keyboard. Radix cannot: the menu's code loads after the
 * key press.
 * @param opened the click that opened the menu.
 * @returns a ref callback for the menu's content.
 */
export function useKeyboardOpening(opened: MouseEvent) {
  // A click from the keyboard has a `detail` of 0.
  const pending = useRef(opened.detail === 0);
  return (content: HTMLElement | null) => {
    if (!pending.current || !content) return;
    pending.current = false;
    content.querySelector<HTMLElement>('[role^=menuitem]')?.focus({ preventScroll: true });
  };
}
