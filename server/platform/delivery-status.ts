import type { Context } from './context.ts';
import { putSetting, type Settings } from './db/settings.ts';
import type { SendMail } from './mail/mail.ts';
import { messageOf } from './recent-errors.ts';

/** Last outcomes of something outside of the server; null if it never happened. Times in epoch ms. */
interface Outcomes {
  ok_at: number | null;
  failure: { at: number; text: string } | null;
}

/** Services on somebody else's servers whose outcomes are remembered for admins. */
type Watched = 'mail' | 'payments' | 'payment_event';

/** A success is written at most this often, ms: nobody needs to know it to the second. */
const WRITE_EVERY_MS = 30_000;

/** Remembers outcomes in the database, which all servers share. It never fails, and waits for nothing. */
export function deliveryRecorder({ db, clock, isReadOnly }: Pick<Context, 'db' | 'clock' | 'isReadOnly'>) {
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

export type DeliveryRecorder = ReturnType<typeof deliveryRecorder>;

/** The settings that `deliveryStatusOf` looks at. */
export const deliverySettings = (what: Watched) => [`${what}_ok_at`, `${what}_failure`];

/** Returns the last outcomes of something, on any server. */
export function deliveryStatusOf(settings: Settings, what: Watched): Outcomes {
  const [ok, failure] = deliverySettings(what).map((name) => settings.get(name));
  return { ok_at: ok === undefined ? null : Number(ok), failure: failure ? JSON.parse(failure) : null };
}

/** Sends mails and remembers how that went. Mail servers repeat addresses in their messages, so only codes are kept. */
export function watchedMail(send: SendMail, outcomes: DeliveryRecorder): SendMail {
  return async (mail, beforeEnd) => {
    try {
      await send(mail, beforeEnd);
    } catch (error) {
      const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
      const codes = [code, responseCode].filter((one) => one !== undefined);
      // Without a code it was given up on this side, for instance because another attempt sends it.
      if (codes.length > 0) outcomes.failed('mail', codes.join(' '));
      throw error;
    }
    outcomes.succeeded('mail');
  };
}
