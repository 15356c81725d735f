import { sql } from 'kysely';
import type { Registry } from 'prom-client';
import type { Invariant } from '../../platform/db/invariant.ts';
import type { Collect, Library } from '../../platform/metrics/metrics.ts';
import type { StudioContext } from './studio-context.ts';
import { monthlySpending } from './takes/take-jobs.ts';

/** Exports for the door and other features. */
export { chooseTake, studioData } from './choosing/choice.ts';
export { closeChoice } from './choosing/release.ts';
export type { MusicGenerator } from './generator.ts';
export { HOUSE_BAND } from './generators/house-band.ts';
export type { StudioContext } from './studio-context.ts';
export { makeTakes } from './takes/make-takes.ts';
export { playTakes } from './takes/play-takes.ts';
export { listJobs } from './takes/take-jobs.ts';
export { selectTakes } from './takes/take-queries.ts';

/** Invariants of takes, choices, releases and the budget. */
export const studioChecks: Invariant[] = [
  {
    name: 'the cents of a month are those of its takes that are billed',
    violations: sql`select * from (
        select month, sum(cents) as cents from take where is_billed = 1 group by month
      ) as billed full join studio_month on studio_month.month = billed.month
      where coalesce(billed.cents, 0) <> coalesce(studio_month.cents, 0)`,
  },
  {
    name: 'a song that the studio made belongs to a released request, which has only this one, unless it was withdrawn',
    violations: sql`select provenance.track_id from provenance
      join take on take.id = provenance.take_id
      join song_request on song_request.id = provenance.request_id
      join track on track.id = provenance.track_id
      where take.request_id <> provenance.request_id or take.state <> 'ready'
        or (track.is_deleted = 0 and (song_request.released = 0 or song_request.refunded_at is not null
          or coalesce(song_request.track_id, '') <> track.id))`,
  },
  {
    name: 'people choose takes of the request they requested or backed',
    violations: sql`select choice.request_id, choice.user_id from choice
      join take on take.id = choice.take_id
      join song_request on song_request.id = choice.request_id
      left join backer on backer.request_id = choice.request_id and backer.user_id = choice.user_id
      where take.request_id <> choice.request_id
        or (backer.user_id is null and song_request.user_id <> choice.user_id)`,
  },
];

/** Counts what takes cost. */
export function studioMetrics(c: StudioContext, { Gauge }: Library, register: Registry): Collect {
  const spending = new Gauge({
    name: 'ovation_studio_month_cents',
    help: 'Cents that takes cost in this month (UTC).',
    labelNames: ['generator'],
    registers: [register],
  });
  return async () => {
    const rows = await monthlySpending(c);
    spending.reset();
    for (const { generator, cents } of rows) spending.set({ generator }, cents);
  };
}
