import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { Problem } from 'contract/errors.ts';
import type { Job, Operation } from 'contract/extensions/operation.ts';
import * as contract from 'contract/extensions/operation.ts';
import type { PaymentsContext } from '../../features/payments/payments.ts';
import { listJobs as listUploads } from '../../features/publishing/publishing.ts';
import { readBackupState } from '../../platform/backup/daily.ts';
import { migrationNames } from '../../platform/db/migrations/all.ts';
import type { Db } from '../../platform/db/schema.ts';
import { getSettings } from '../../platform/db/settings.ts';
import { deliverySettings, deliveryStatusOf } from '../../platform/delivery-status.ts';
import type { RouteSettings } from '../../platform/feature.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { listFailing, retryJob } from '../../platform/jobs.ts';
import { MEDIA_USE, mediaUseOf } from '../../platform/media/media-use.ts';
import { VERSION } from '../../platform/version.ts';
import { countWaitingEmails } from '../notifications/notifications.ts';
import { listJobs as listTakes, type StudioContext } from '../studio/studio.ts';

/** Routes of the admins' operation page. */
export function operationRoutes(bind: Bind, c: OperationContext, settings: RouteSettings): void {
  bind(contract.getOperation, () => getOperation(c, settings));
  bind(contract.retryJob, async ({ params }) => {
    if (!(await retryJob(c, params.id))) throw new Problem('not_found');
  });
}

/** Jobs that are listed. */
const JOBS_MAX = 50;
/** Emails that are counted. */
const EMAILS_MAX = 1000;

const SETTINGS = [
  MEDIA_USE,
  ...(['mail', 'payments', 'payment_event'] as const).flatMap((what) => deliverySettings(what)),
];

export interface OperationContext extends StudioContext, PaymentsContext {
  /** Folder of the daily backups, and how many are kept; undefined if none are. */
  backups: { folder: string; keep: number } | undefined;
}

/** Health of the site. Each part is read by an index or from a sum that somebody else has written. */
async function getOperation(c: OperationContext, settings: RouteSettings): Promise<Operation> {
  const { db, engine, mail, payments, backups } = c;
  const { faults, dataDir } = settings;
  const [jobs, facts, stored, disk, waiting, backup] = await Promise.all([
    listAllJobs(c),
    engine.facts(db),
    getSettings(db, SETTINGS),
    diskOf(dataDir),
    mail ? countWaitingEmails(db, EMAILS_MAX) : 0,
    backups && readBackupState(db, c.clock()),
  ]);
  return {
    jobs: jobs.slice(0, JOBS_MAX),
    more_jobs: jobs.length > JOBS_MAX,
    storage: { database_bytes: Number(facts.bytes), disk, media: mediaUseOf(stored) },
    backups: backups && backup ? { keep: backups.keep, ...backup } : null,
    mail: { configured: mail !== null, waiting, ...deliveryStatusOf(stored, 'mail') },
    payments: {
      configured: payments !== null,
      live: payments?.publishableKey.startsWith('pk_live_') ?? false,
      event_at: deliveryStatusOf(stored, 'payment_event').ok_at,
      ...deliveryStatusOf(stored, 'payments'),
    },
    faults: faults.list(),
    server: {
      name: `${hostname()}, process ${process.pid}`,
      version: VERSION,
      node: process.versions.node,
      engine: engine.kind,
      engine_version: facts.version,
      schema: migrationNames.at(-1)!,
      started_at: Math.round(performance.timeOrigin),
      read_only: c.isReadOnly(),
    },
  };
}

const ORDER = ['failed', 'running', 'waiting'];

async function listAllJobs(c: OperationContext): Promise<Job[]> {
  const lists = await Promise.all([
    listTakes(c.db, c.clock(), JOBS_MAX + 1),
    listUploads(c.db, JOBS_MAX + 1),
    listOthers(c.db),
  ]);
  return lists.flat().sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
}

/** Jobs of other kinds whose last attempt failed; takes and uploads say themselves how they are. */
async function listOthers(db: Db): Promise<Job[]> {
  const rows = await listFailing(db, JOBS_MAX + 1);
  return rows
    .filter(({ kind }) => !/^(studio\.take|publishing\.process)$/.test(kind))
    .map(({ id, kind, run_at, lease, error, attempts, updated_at }) => ({
      ...{ id, kind: 'job' as const, attempts, updated_at, can_cancel: false },
      state: run_at === null ? 'failed' : lease === null ? 'waiting' : 'running',
      title: kind
        .replace('event:', '')
        .replaceAll(/[.-]/g, ' ')
        .replace(/^./, (letter) => letter.toUpperCase()),
      failure: error,
      can_retry: run_at === null,
    }));
}

async function diskOf(folder: string | undefined) {
  const stats = folder === undefined ? undefined : await statfs(folder).catch(() => undefined);
  if (!stats) return null;
  return { free_bytes: stats.bavail * stats.bsize, bytes: stats.blocks * stats.bsize };
}
