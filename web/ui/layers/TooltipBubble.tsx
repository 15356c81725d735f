import { Tooltip } from 'radix-ui';
import { useEffect, useId } from 'react';

export interface Anchor {
  element: HTMLElement;
  text: string;
}

/** The tooltip's bubble, anchored to an invisible element that covers the real one. */
export default function TooltipBubble({ anchor: { element, text } }: { anchor: Anchor }) {
  const id = useId();
  useEffect(() => {
    // Screen readers would read the same text twice.
    if (element.getAttribute('aria-label') === text) return;
    element.setAttribute('aria-describedby', id);
    return () => element.removeAttribute('aria-describedby');
  }, [element, text, id]);

  const { left, top, width, height } = element.getBoundingClientRect();
  return (
    <Tooltip.Provider>
      <Tooltip.Root open key={text}>
        <Tooltip.Trigger asChild>
          <span
            aria-hidden="true"
            className="pointer-events-none fixed"
            style={{ left, top, width, height }}
          />
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content
            id={id}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-72 rounded-sm bg-ink px-2.5 py-1.5 text-sm text-ground shadow-float"
          >
            {text}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}
