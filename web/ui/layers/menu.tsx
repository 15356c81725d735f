import type { LucideIcon } from 'lucide-react';
import { DropdownMenu as Menu } from 'radix-ui';
import { type ComponentProps, type MouseEvent, useRef } from 'react';

/** The classes of an open menu. */
export const MENU = 'menu z-50 min-w-52 rounded-md border border-line bg-stage p-1.5 text-ink shadow-float';

/** The direction of the page, which Radix does not know. The server draws nothing that is open. */
export const pageDirection = () => (globalThis.document?.documentElement.dir || 'ltr') as 'ltr' | 'rtl';

/** A menu that leaves the page beside it as it is. */
export const MenuRoot = (props: ComponentProps<typeof Menu.Root>) => (
  <Menu.Root modal={false} dir={pageDirection()} {...props} />
);

/** An entry of a menu. */
export function MenuItem({
  icon: Icon,
  name,
  onSelect,
}: {
  icon: LucideIcon;
  name: string;
  onSelect: () => void;
}) {
  return (
    <Menu.Item
      onSelect={onSelect}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 text-[0.9375rem] outline-none select-none data-highlighted:bg-raised md:min-h-10"
    >
      <Icon size={17} aria-hidden="true" className="text-soft" />
      {name}
    </Menu.Item>
  );
}

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
