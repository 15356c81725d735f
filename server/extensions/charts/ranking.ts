import { CHART_SIZE, type ChartName } from 'contract/extensions/charts.ts';

/** The counted listens of a track. */
export interface Listens {
  id: string;
  genre_parent: string | null;
  /** Since its release. */
  all: number;
  week: number;
  week_listeners: number;
  /** In the seven days before the last seven. */
  before: number;
  month: number;
  month_listeners: number;
}

/** A place in a chart, before it is compared with earlier charts. */
export interface Ranked {
  track_id: string;
  position: number;
  plays: number;
  listeners: number | null;
  before: number | null;
}

/** A rise needs more than one person. */
const RISING_LISTENERS = 2;
/** As if every track had some listens already, so that a rise from 0 to 3 is not endless. */
const RISING_BASE = 4;

interface Measure {
  /** 0 or less keeps a track out. */
  score: (listens: Listens) => number;
  plays: (listens: Listens) => number;
  listeners: (listens: Listens) => number | null;
  before: (listens: Listens) => number | null;
}

const none = () => null;

const measures: Record<ChartName, Measure> = {
  week: {
    score: ({ week }) => week,
    plays: ({ week }) => week,
    listeners: (l) => l.week_listeners,
    before: none,
  },
  month: {
    score: ({ month }) => month,
    plays: ({ month }) => month,
    listeners: (l) => l.month_listeners,
    before: none,
  },
  all: { score: ({ all }) => all, plays: ({ all }) => all, listeners: none, before: none },
  rising: {
    // How unlikely the rise is by chance: large numbers vary by their square root.
    score: ({ week, before, week_listeners }) =>
      week_listeners < RISING_LISTENERS ? 0 : (week - before) / Math.sqrt(before + RISING_BASE),
    plays: ({ week }) => week,
    listeners: (l) => l.week_listeners,
    before: (l) => l.before,
  },
};

/** The tracks of a chart in order; equals by how many people listened, then by id, so that places stay. */
export function rank(chart: ChartName, listens: Iterable<Listens>): Ranked[] {
  const { score, plays, listeners, before } = measures[chart];
  return [...listens]
    .map((one) => ({ one, score: score(one), people: listeners(one) ?? 0 }))
    .filter((entry) => entry.score > 0)
    .sort((a, b) => b.score - a.score || b.people - a.people || (a.one.id < b.one.id ? -1 : 1))
    .slice(0, CHART_SIZE)
    .map(({ one }, index) => ({
      track_id: one.id,
      position: index + 1,
      plays: plays(one),
      listeners: listeners(one),
      before: before(one),
    }));
}

const DAY_MS = 86_400_000;

/** The Monday (UTC) of the week of a moment: `2026-11-16`. @param moment epoch milliseconds. */
export function weekOf(moment: number): string {
  const sinceMonday = (new Date(moment).getUTCDay() + 6) % 7;
  return new Date(moment - sinceMonday * DAY_MS).toISOString().slice(0, 10);
}
