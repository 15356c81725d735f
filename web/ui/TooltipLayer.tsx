import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { lazyLayer } from './lazy-layer.tsx';
import type { Anchor } from './TooltipBubble.tsx';

const TooltipBubble = lazyLayer(() => import('./TooltipBubble.tsx'));

/** §9, ms: how long one rests on a thing before its tooltip opens, and after another one has just closed. */
const OPEN_DELAY = 700;
const SKIP_DELAY = 300;

/**
 * One tooltip for the whole page: it opens for whatever carries `data-tooltip`. A list of cards needs no
 * tooltip machinery of its own, and what draws it is loaded when first needed.
 */
export default function TooltipLayer() {
  const [anchor, setAnchor] = useState<Anchor | null>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shown: HTMLElement | null = null;
    let closedAt = -SKIP_DELAY;

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
    const found = (event: Event) =>
      (event.target as Element).closest?.<HTMLElement>('[data-tooltip]') ?? null;
    const onOver = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return;
      const element = found(event);
      if (element === shown && shown) return;
      const skip = shown !== null || performance.now() - closedAt < SKIP_DELAY;
      close();
      clearTimeout(timer);
      if (element) open(element, skip ? 0 : OPEN_DELAY);
    };
    const onFocus = (event: FocusEvent) => {
      const element = found(event);
      if (element?.matches(':focus-visible')) open(element, 0);
    };
    // Before anybody else hears of it: the key is meant for the dialog or menu below, which it closes as well.
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && flushSync(close);

    const listeners: [string, EventListener][] = [
      ['pointerover', onOver as EventListener],
      ['focusin', onFocus as EventListener],
      ['focusout', close],
      ['pointerdown', close],
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
