import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
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
import { GripVertical } from 'lucide-react';
import { type CSSProperties, type ReactNode, useMemo } from 'react';

/** A touch must rest so long on the handle before it drags, so that it can still scroll; ms. */
const RESTS = 120;

/**
 * What makes the rows inside it sortable, by mouse, touch and keyboard (space takes a row up, arrows move it).
 * @param onMove the places a row left and came to.
 */
export function Sortable({
  ids,
  onMove,
  children,
}: {
  ids: (string | number)[];
  onMove: (from: number, to: number) => void;
  children: ReactNode;
}) {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: RESTS, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const places = useMemo(() => new Map(ids.map((id, place) => [id, place])), [ids]);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const from = places.get(active.id);
    const to = over ? places.get(over.id) : undefined;
    if (from !== undefined && to !== undefined && from !== to) onMove(from, to);
  };
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
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
  /** What is moved, for the handle's label. */
  name: string;
  className?: string;
  style?: CSSProperties;
  children: ReactNode;
}) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id });
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
      {children}
    </div>
  );
}
