import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { lazyLayer } from './lazy-layer.tsx';
import type { Anchor } from './TooltipBubble.tsx';

const TooltipBubble = lazyLayer(() => import('./TooltipBubble.tsx'));

/** The delay before a tooltip opens, and the time after one closes in which the next opens at once (§9); ms. */
const OPEN_DELAY = 700;
const SKIP_DELAY = 300;

const placeOf = ({ clientX, clientY }: PointerEvent) => `${clientX} ${clientY}`;

/**
 * One tooltip for the whole page, for every element with `data-tooltip`. Long lists need no tooltip component per
 * button, and the bubble's code loads when it is first needed.
 */
export default function TooltipLayer() {
  const [anchor, setAnchor] = useState<Anchor | null>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shown: HTMLElement | null = null;
    let closedAt = -SKIP_DELAY;
    let pressed = '';

    const close = () => {
      clearTimeout(timer);
      if (!shown) return;
      shown = null;
      closedAt = performance.now();
      setAnchor(null);
    };
    const open = (element: HTMLElement, delay: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (!element.isConnected) return;
        shown = element;
        setAnchor({ element, text: element.dataset.tooltip! });
      }, delay);
    };
    const targetOf = (event: Event) =>
      (event.target as Element).closest?.<HTMLElement>('[data-tooltip]') ?? null;
    const onOver = (event: PointerEvent) => {
      // What comes under the pointer after a press, when a layer closes, was not pointed at.
      if (event.pointerType === 'touch' || placeOf(event) === pressed) return close();
      const element = targetOf(event);
      if (element === shown && shown) return;
      const skip = shown !== null || performance.now() - closedAt < SKIP_DELAY;
      close();
      clearTimeout(timer);
      if (element) open(element, skip ? 0 : OPEN_DELAY);
    };
    const onDown = (event: PointerEvent) => {
      pressed = placeOf(event);
      close();
    };
    const onFocus = (event: FocusEvent) => {
      const element = targetOf(event);
      if (element?.matches(':focus-visible')) open(element, 0);
    };
    // In the capture phase and without stopping the event: Escape also closes the dialog or menu below.
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && flushSync(close);

    const listeners: [string, EventListener][] = [
      ['pointerover', onOver as EventListener],
      ['focusin', onFocus as EventListener],
      ['focusout', close],
      ['pointerdown', onDown as EventListener],
    ];
    for (const [name, listener] of listeners) document.addEventListener(name, listener);
    window.addEventListener('keydown', onKey, { capture: true });
    window.addEventListener('scroll', close, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const [name, listener] of listeners) document.removeEventListener(name, listener);
      window.removeEventListener('keydown', onKey, { capture: true });
      window.removeEventListener('scroll', close);
    };
  }, []);

  return anchor && <TooltipBubble anchor={anchor} />;
}
