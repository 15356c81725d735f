import type { ChartEntry } from 'contract/charts.ts';
import { ArrowDown, ArrowUp } from 'lucide-react';

/** How a place differs from last week's. The reason says the same in words. */
export function ChartChange({ entry: { position, previous, weeks } }: { entry: ChartEntry }) {
  if (previous === null)
    return (
      <p aria-hidden="true" className="chart-change" data-change="new">
        {weeks === 1 ? 'New' : 'Back'}
      </p>
    );
  const moved = previous - position;
  if (moved === 0)
    return (
      <p aria-hidden="true" className="chart-change">
        –
      </p>
    );
  return (
    <p aria-hidden="true" className="chart-change figures" data-change={moved > 0 ? 'up' : 'down'}>
      {moved > 0 ? <ArrowUp size={14} /> : <ArrowDown size={14} />}
      {Math.abs(moved)}
    </p>
  );
}
