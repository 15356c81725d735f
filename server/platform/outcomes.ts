import type { Outcomes } from 'contract/operation.ts';
import type { Context } from '../context.ts';
import { getSettings, putSetting } from './db/settings.ts';
import { messageOf } from './faults.ts';

/** What depends on somebody else's servers, and is remembered for admins. */
export type Watched = 'mail' | 'payments' | 'payment_event';

/** A success is written at most this often, ms: nobody needs to know it to the second. */
const WRITE_EVERY_MS = 30_000;

/** Remembers outcomes in the database, which all servers share. It never fails, and waits for nothing. */
export function outcomeRecorder({ db, clock, isReadOnly }: Pick<Context, 'db' | 'clock' | 'isReadOnly'>) {
  const written = new Map<string, number>();
  const write = (name: string, value: string) => {
    const now = clock();
    if (isReadOnly() || now - (written.get(name) ?? Number.NEGATIVE_INFINITY) < WRITE_EVERY_MS) return;
    written.set(name, now);
    putSetting(db, name, value).catch(() => written.delete(name));
  };
  return {
    succeeded: (what: Watched) => write(`${what}_ok_at`, String(clock())),
    failed: (what: Watched, error: unknown) =>
      write(`${what}_failure`, JSON.stringify({ at: clock(), text: messageOf(error) })),
  };
}

export type OutcomeRecorder = ReturnType<typeof outcomeRecorder>;

/** How each of these went the last time, on any server. */
export async function readOutcomes<What extends Watched>(
  db: Context['db'],
  all: readonly What[],
): Promise<Record<What, Outcomes>> {
  const settings = await getSettings(
    db,
    all.flatMap((what) => [`${what}_ok_at`, `${what}_failure`]),
  );
  const outcomesOf = (what: What): Outcomes => {
    const [ok, failure] = [settings.get(`${what}_ok_at`), settings.get(`${what}_failure`)];
    return { ok_at: ok === undefined ? null : Number(ok), failure: failure ? JSON.parse(failure) : null };
  };
  return Object.fromEntries(all.map((what) => [what, outcomesOf(what)])) as Record<What, Outcomes>;
}
