import type { RenderedName } from 'contract/pages.ts';
import type { AppContext, AppParts, FeatureSettings } from './app-context.ts';
import { extensions } from './extensions.ts';
import { accounts } from './features/accounts/feature.ts';
import { credits } from './features/credits/feature.ts';
import { library } from './features/library/feature.ts';
import { payments } from './features/payments/feature.ts';
import { playlists } from './features/playlists/feature.ts';
import { plays } from './features/plays/feature.ts';
import { publishing } from './features/publishing/feature.ts';
import { reports } from './features/reports/feature.ts';
import { songRequests } from './features/song-requests/feature.ts';
import { getAsked } from './features/song-requests/song-requests.ts';
import { tracks } from './features/tracks/feature.ts';
import type { Context } from './platform/context.ts';
import type { CoreConfig } from './platform/core-config.ts';
import type { Feature, Opening } from './platform/feature.ts';
import { OVATION } from './platform/http/pages/brand.ts';
import { type JobKinds, withEvents } from './platform/jobs.ts';

const all = [
  accounts,
  plays,
  tracks<AppContext>((c, origin) => getAsked(c, undefined, origin)),
  library,
  playlists,
  credits,
  payments,
  songRequests,
  publishing,
  reports,
  ...extensions,
] as const;

/** The pages whose data a feature loads. */
type Loaded<F> = F extends { pages?: (c: never) => infer Pages } ? keyof Pages : never;
/** Rendered pages that no feature loads: with one of them, this file does not compile. */
type Unloaded = Exclude<RenderedName, Loaded<(typeof all)[number]>>;

/** Every feature of the server, in the order in which the export of personal data has them. */
export const features: [Unloaded] extends [never]
  ? // biome-ignore lint/suspicious/noExplicitAny: each feature has settings of its own.
    readonly Feature<AppContext, AppParts, any>[]
  : Unloaded = all;

/** The jobs of all features, by kind. */
export const jobKinds: JobKinds<AppContext> = withEvents(
  Object.assign({}, ...features.map(({ jobs }) => jobs)),
  features.map(({ onEvents = {} }) => onEvents),
);

/** Personal data of each feature. */
export const personalData = features.flatMap(({ personalData = [] }) => personalData);

/** Invariants of the database. */
export const invariants = features.flatMap(({ checks = [] }) => checks);

/** Opens the context of all features over what the server itself has. */
export async function openContext(
  base: Omit<Context, 'brand'>,
  config: CoreConfig & FeatureSettings,
  given: Omit<Opening, 'config'>,
): Promise<AppContext> {
  const c = Object.assign({} as AppContext, { brand: OVATION }, base, { personalData });
  for (const { open, settings } of features)
    Object.assign(
      c,
      await open?.(c, settings && config[settings.name as keyof FeatureSettings], { ...given, config }),
    );
  return c;
}
