import type { Active, Announcements, Over } from '@dnd-kit/core';

/** Announcements for screen readers, with names and positions instead of the library's ids. */
export function announcementsFor(rows: SortableItem[]): Announcements {
  const place = (moving: Active, over: Over | null) => {
    const index = rows.findIndex(({ id }) => id === (over ?? moving).id);
    const name = rows.find(({ id }) => id === moving.id)?.name;
    return `${name}: position ${index + 1} of ${rows.length}.`;
  };
  return {
    onDragStart: ({ active }) => `Moving ${place(active, null)}`,
    onDragOver: ({ active, over }) => `Moving ${place(active, over)}`,
    onDragEnd: ({ active, over }) => `Moved ${place(active, over)}`,
    onDragCancel: ({ active }) => `Canceled. ${place(active, null)}`,
  };
}

export interface SortableItem {
  id: string | number;
  /** The row's name for screen readers. */
  name: string;
}
