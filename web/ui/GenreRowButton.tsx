import { Check, ChevronRight } from 'lucide-react';
import type { GenreRow } from './genre-rows.ts';

export function GenreRowButton({
  row: { label, level, expanded, within },
  chosen,
  reachable,
  onPress,
}: {
  row: GenreRow;
  chosen: boolean;
  reachable: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      role="treeitem"
      aria-level={level}
      aria-expanded={expanded}
      aria-selected={chosen}
      tabIndex={reachable ? 0 : -1}
      onClick={onPress}
      className={`flex min-h-11 w-full items-center gap-2.5 rounded-sm px-2.5 text-left transition-colors hover:bg-raised focus-visible:outline-offset-[-2px] md:min-h-9 ${level === 2 ? 'pl-9 text-soft hover:text-ink' : ''} ${chosen ? 'font-semibold text-ink!' : ''}`}
    >
      {expanded !== undefined && (
        <ChevronRight
          size={16}
          aria-hidden="true"
          className={`shrink-0 text-faint transition ${expanded ? 'rotate-90' : ''}`}
        />
      )}
      <span className="min-w-0 flex-1">
        {label}
        {within && <span className="ml-2 text-sm font-normal text-faint">{within}</span>}
      </span>
      {chosen && <Check size={16} aria-hidden="true" className="shrink-0 text-ember-ink" />}
    </button>
  );
}
