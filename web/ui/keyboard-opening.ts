import { type MouseEvent, useRef } from 'react';

/**
 * For the content of a menu that is first drawn when it is opened: its first item has the focus where a key opened
 * it, which Radix, not there yet, did not see.
 * @param opened the click that opened it.
 */
export function useKeyboardOpening(opened: MouseEvent) {
  // A click that a key made comes from no press of a pointer.
  const due = useRef(opened.detail === 0);
  return (content: HTMLElement | null) => {
    if (!due.current || !content) return;
    due.current = false;
    content.querySelector<HTMLElement>('[role^=menuitem]')?.focus({ preventScroll: true });
  };
}
