import { useSortable } from '@dnd-kit/sortable';
import { GripVertical } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';

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
        aria-label={`Move ${name}`}
        className="grid h-11 w-7 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-faint hover:text-ink active:cursor-grabbing"
      >
        <GripVertical size={17} />
      </button>
      {typeof children === 'function' ? children(newIndex) : children}
    </div>
  );
}
