import { type FocusEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** A finger's click follows its `pointerleave`, and a second tap on the same place comes soon after, ms. */
const AFTER_TOUCH = 1500;

/** Whether somebody is using an element: a pointer is over it, or the keyboard's focus is inside. */
export function useInteraction(element: RefObject<HTMLElement | null>) {
  const [pointer, setPointer] = useState(false);
  const [focus, setFocus] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Removing the element that has the focus fires no blur event.
    if (focus && !element.current?.contains(document.activeElement)) setFocus(false);
  });
  return {
    active: pointer || focus,
    handlers: {
      onPointerEnter: () => {
        clearTimeout(timer.current);
        setPointer(true);
      },
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') return setPointer(false);
        clearTimeout(timer.current);
        timer.current = setTimeout(setPointer, AFTER_TOUCH, false);
      },
      onFocus: ({ target }: FocusEvent) => setFocus(target.matches(':focus-visible')),
      onBlur: ({ currentTarget, target, relatedTarget }: FocusEvent) => {
        // When the whole window loses the focus, its active element stays the same.
        const windowLeft = document.activeElement === target;
        if (!windowLeft && !currentTarget.contains(relatedTarget)) setFocus(false);
      },
    },
  };
}
