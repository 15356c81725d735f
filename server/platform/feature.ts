import type { JobKinds } from './jobs.ts';

/** What a feature brings to the server. `server/features.ts` lists them. */
export interface Feature<C> {
  name: string;
  /** What it does later or again and again, by kind: `<feature>.<what>`. */
  jobs?: JobKinds<C>;
  /** The kind of job that an event of another feature enqueues, by event. */
  onEvents?: Readonly<Record<string, string>>;
}
