import type { OutcomeRecorder } from '../outcomes.ts';
import type { SendMail } from './mail.ts';

/** Sends mails and remembers how that went. Mail servers repeat addresses in their messages, so only codes are kept. */
export function watchedMail(send: SendMail, outcomes: OutcomeRecorder): SendMail {
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
