import type { Activity } from 'contract/features/accounts/personal-data.ts';
import type { LanguageCode } from 'contract/languages.ts';
import type { RenderedName } from 'contract/pages.ts';
import type { Tier } from 'contract/plans.ts';
import type { FastifyInstance } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { Registry } from 'prom-client';
import type { ZodType } from 'zod';
import type { ReadQueue } from './concurrency.ts';
import type { CoreConfig } from './core-config.ts';
import type { Invariant } from './db/invariant.ts';
import type { Db, Tx } from './db/schema.ts';
import type { DeliveryRecorder } from './delivery-status.ts';
import type { Bind } from './http/bind.ts';
import type { Head } from './http/pages/page-head.ts';
import type { BuiltSite, PageParts, ServerPages } from './http/pages/site.ts';
import type { Batches } from './http/requests/json.ts';
import type { JobContext, JobKinds } from './jobs.ts';
import type { SendFile } from './media/routes.ts';
import type { Collect, Library } from './metrics/metrics.ts';
import type { RecentErrors } from './recent-errors.ts';

/**
 * Parts that a feature brings to the server. `server/features.ts` lists the features.
 * @typeParam C the context that it needs.
 * @typeParam P what its routes need besides.
 * @typeParam S its own settings.
 * @typeParam N the pages of which it loads the data.
 */
export interface Feature<
  C,
  P extends RouteParts<C> = RouteParts<C>,
  S = undefined,
  N extends RenderedName = never,
> {
  name: string;
  settings?: Settings<S>;
  /**
   * Opens what it adds to the context, which has what the features before it have added.
   * @param settings its own.
   */
  open?: (c: C, settings: S, given: Opening) => Promise<Partial<C>> | Partial<C>;
  /** Runs background work from when the server listens until the signal aborts or it is done. Never rejects. */
  run?: (
    c: C,
    config: CoreConfig,
    signal: AbortSignal,
    onFailure: (error: unknown, what: string) => void,
  ) => Promise<void>;
  /** Binds its endpoints. */
  routes?: (parts: P) => void;
  /** The pages that the server renders. */
  pages?: (c: C) => Pick<ServerPages, N>;
  /** Parts that it adds to the pages of other features that the server renders. */
  pageParts?: (c: C) => PageParts;
  /** Returns the head of a page that only the browser renders; undefined if the page is not this feature's. */
  headOf?: (c: C, pathname: string, language: LanguageCode) => Promise<Head | undefined>;
  /** Deferred and recurring jobs, by kind: `<feature>.<what>`. */
  jobs?: JobKinds<C>;
  /** The kind of job that an event of another feature enqueues, by event. */
  onEvents?: Readonly<Record<string, string>>;
  personalData?: readonly PersonalData[];
  /** Invariants of its rows. */
  checks?: readonly Invariant[];
  /** Commands of `npm run cli`, by their words. */
  commands?: Readonly<Record<string, CliCommand<C>>>;
  /** Checks of the services that its settings name, for `cli doctor`. */
  diagnose?: (settings: S) => readonly Diagnosis[];
  /**
   * Writes a track's audio file anew, if it can make the same one.
   * @returns whether it knows how that track was made.
   */
  remake?: (c: C, track_id: string, file: string) => Promise<boolean>;
  /** Defines its metrics. @returns reads them, when a scraper asks. */
  metrics?: (c: C, library: Library, register: Registry) => Collect;
}

/** A check of what the server needs from its surroundings; it changes nothing. */
export interface Diagnosis {
  name: string;
  /** @returns what is well, in a few words. Rejects with what is not. */
  check: () => Promise<string>;
}

/** A command of an operator, which runs beside the server. */
export interface CliCommand<C> {
  /** Number of arguments that it takes. */
  expects: number;
  /** The options that it takes. */
  options?: readonly string[];
  /** Its lines of `npm run cli -- help`, in two columns. */
  usage: string;
  /** @returns what is printed. @throws CommandFailed; Problem */
  run: (
    c: C,
    args: readonly string[],
    options: Readonly<Record<string, string | boolean | undefined>>,
  ) => Promise<string>;
}

/** A command that failed as a sentence for the operator says. */
export class CommandFailed extends Error {}

/** Input for opening the context. */
export interface Opening {
  config: CoreConfig;
  /** True for a server that listens, false for a command beside it. */
  isServer: boolean;
  /** Notes how calls of services went, for admins. */
  outcomes?: DeliveryRecorder;
}

/** Environment variables of a feature. */
export interface Settings<S> {
  /** Name in `Config`. */
  name: string;
  /** Rules for each variable. */
  keys: Readonly<Record<string, ZodType>>;
  /**
   * Checks the variables together.
   * @param given those of all features.
   * @returns a sentence for the operator if they do not belong together.
   */
  // biome-ignore lint/suspicious/noExplicitAny: each feature knows its own variables, the list of features does not.
  read: (given: any) => S | string;
  /** The section of `.env.example`. */
  example: string;
}

/** Dependencies of the routes of every feature. */
export interface RouteParts<C> {
  server: FastifyInstance;
  bind: Bind;
  c: C;
  settings: RouteSettings;
  /** Reads that may take long wait here, so that others get their turn. */
  searches: ReadQueue;
  sendFile: SendFile;
}

/** Settings of the installation for routes. */
export interface RouteSettings {
  /** See `Config.publicUrl`. */
  publicUrl: string | undefined;
  /** Off only in tests and benchmarks. */
  rateLimit: boolean;
  /** The built web page; undefined serves the API alone, as most tests do. */
  site: BuiltSite | undefined;
  /** Address for members' messages; undefined takes none. */
  supportEmail?: string | undefined;
  /** Recent failures, for admins. */
  faults: RecentErrors;
  dataDir?: string | undefined;
  /** Overrides limits of event streams. */
  streams?: object | undefined;
  /** Time that a publish waits for its audio, ms; for tests. */
  audioWaitMs?: number | undefined;
}

/** Personal data of one feature: how to show it, export it and erase it. */
export interface PersonalData {
  /** Its key in the export. */
  name: string;
  /**
   * Selects the person's activity: `id, kind, created_at, subject_id, subject, artist`. Needs an index on user and
   * time, so that the newest rows are quick to find.
   */
  activity?: (user_id: string) => RawBuilder<Activity>;
  /** Returns data for `streamJson`: long lists as batches. */
  export: (db: Db, user_id: string) => Promise<unknown> | Batches;
  /** Deletes the data, or anonymizes rows that others depend on. */
  erase: (tx: Tx, user_id: string, c: Pick<JobContext, 'engine' | 'clock'>) => Promise<unknown>;
  /** Runs in the transaction that gives a person a plan: when the account is created and at every change. */
  planStarted?: (tx: Tx, user_id: string, tier: Tier, now: number) => Promise<void>;
  /** The plan that a person has by it, such as one they pay for. */
  planOf?: (tx: Tx, user_id: string) => Promise<Tier>;
}
