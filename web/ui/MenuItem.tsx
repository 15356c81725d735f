import type { LucideIcon } from 'lucide-react';
import { DropdownMenu as Menu } from 'radix-ui';

/** The classes of an open menu. */
export const MENU = 'menu z-50 min-w-52 rounded-md border border-line bg-stage p-1.5 text-ink shadow-float';

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
