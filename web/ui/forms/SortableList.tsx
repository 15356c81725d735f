import {
  type Active,
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  type Over,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { t } from '@lingui/core/macro';
import { GripVertical } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';

/** Touch time on the handle before a drag starts, ms; a shorter touch scrolls. */
const TOUCH_DELAY = 120;

/**
 * Makes the rows inside it sortable by mouse, touch and keyboard (space picks a row up, arrows move it).
 * @param onMove the old and the new index of a row.
 * @param onDragging called when a drag begins and when it ends. Keep the rows as they are meanwhile.
 */
export function Sortable({
  rows,
  onMove,
  onDragging = () => {},
  children,
}: {
  rows: SortableItem[];
  onMove: (from: number, to: number) => void;
  onDragging?: (isDragging: boolean) => void;
  children: ReactNode;
}) {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: TOUCH_DELAY, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    onDragging(false);
    const from = rows.findIndex(({ id }) => id === active.id);
    const to = rows.findIndex(({ id }) => id === over?.id);
    if (from !== -1 && to !== -1 && from !== to) onMove(from, to);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements: announcementsFor(rows) }}
      onDragStart={() => onDragging(true)}
      onDragCancel={() => onDragging(false)}
      onDragEnd={onDragEnd}
    >
      <SortableContext items={rows} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

/** A row with a handle at its start. */
export function SortableRow({
  id,
  name,
  className = '',
  style,
  children,
}: {
  id: string | number;
  /** Part of the handle's label. */
  name: string;
  className?: string;
  style?: CSSProperties;
  /** Given the row's place while rows are dragged, from 0. */
  children: ReactNode | ((index: number) => ReactNode);
}) {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
    newIndex,
  } = useSortable({ id });
  const shift = transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : '';
  return (
    <div
      ref={setNodeRef}
      data-dragging={isDragging || undefined}
      style={{
        ...style,
        transform: [style?.transform, shift].filter(Boolean).join(' ') || undefined,
        transition,
      }}
      className={`flex items-center gap-2 rounded-sm data-dragging:z-10 data-dragging:bg-raised data-dragging:shadow-float ${className}`}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        {...attributes}
        {...listeners}
        aria-label={t`Move ${name}`}
        className="grid h-11 w-7 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-faint hover:text-ink active:cursor-grabbing"
      >
        <GripVertical size={17} />
      </button>
      {typeof children === 'function' ? children(newIndex) : children}
    </div>
  );
}

/** Announcements for screen readers, with names and positions instead of the library's ids. */
function announcementsFor(rows: SortableItem[]): Announcements {
  const place = (moving: Active, over: Over | null) => ({
    name: rows.find(({ id }) => id === moving.id)?.name ?? '',
    position: rows.findIndex(({ id }) => id === (over ?? moving).id) + 1,
    count: rows.length,
  });
  const moves = (moving: Active, over: Over | null) => {
    const { name, position, count } = place(moving, over);
    return t`Moving ${name}: position ${position} of ${count}.`;
  };
  return {
    onDragStart: ({ active }) => moves(active, null),
    onDragOver: ({ active, over }) => moves(active, over),
    onDragEnd: ({ active, over }) => {
      const { name, position, count } = place(active, over);
      return t`Moved ${name}: position ${position} of ${count}.`;
    },
    onDragCancel: ({ active }) => {
      const { name, position, count } = place(active, null);
      return t`Canceled. ${name}: position ${position} of ${count}.`;
    },
  };
}

interface SortableItem {
  id: string | number;
  /** The row's name for screen readers. */
  name: string;
}
