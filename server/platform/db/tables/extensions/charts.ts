export interface ChartTables {
  /**
   * Places in the charts. The charts of a week are replaced until the week is over; those of earlier weeks stay as
   * history.
   */
  chart_entry: {
    chart: string;
    /** A parent genre; empty for all genres. */
    genre: string;
    /** The Monday on which the week begins (UTC): `2026-11-16`. */
    week: string;
    position: number;
    track_id: string;
    plays: number;
    /** Null for all time. */
    listeners: number | null;
    /** Counted listens in the week before; only of the rising chart. */
    before: number | null;
    /** The place in the chart of the week before. */
    previous: number | null;
    /** Number of weekly charts that it was in, this one included. */
    weeks: number;
    updated_at: number;
  };
}
