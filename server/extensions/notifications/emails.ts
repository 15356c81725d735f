import type { Context } from '../../platform/context.ts';
import { memberLanguage } from '../../platform/http/language.ts';
import type { JobKind } from '../../platform/jobs.ts';
import type { Mail, SendMail } from '../../platform/mail/mail.ts';
import { claimEmails, endEmails, postponeEmails, selectDueEmails } from './email-queries.ts';
import { type EmailedKind, emailText, isEmailed } from './email-texts.ts';
import { unsubscribeToken } from './settings.ts';

/** Emails sent at once. */
const BATCH = 5;
/** Lease of a server on its batch, ms: then another may send it. */
const CLAIM_MS = 120_000;
/** An email that could not be sent for this long is out of date: the notification stays in the bell. */
const OUT_OF_DATE_MS = 2 * 86_400_000;
/** Interval between looks for emails that are due again, ms. */
const LOOK_EVERY_MS = 30_000;

/** Sender of the emails: `mail` is set up, and `site` is the scheme and host that its links lead to. */
interface Sender {
  mail: SendMail;
  site: string;
}

type Email = Awaited<ReturnType<typeof selectDueEmails>>[number] & { email: string; kind: EmailedKind };

/** Sends notifications by email. */
export const emails: JobKind<Context> = {
  everyMs: LOOK_EVERY_MS,
  run: async (c, _payload, { report, signal }) => {
    const { mail, publicUrl: site } = c;
    if (mail && site) while ((await sendEmails(c, { mail, site }, report, signal)) > 0 && !signal.aborted);
  },
};

/**
 * Sends the next batch. Each email ends in the database when the mail server has all of it but its last line: after a
 * crash, whatever was not sent is sent again, and nothing is sent twice.
 * @returns how many emails there were; 0 if the mail server takes none at the moment.
 */
export async function sendEmails(
  c: Context,
  sender: Sender,
  onError: (error: unknown) => void,
  stop?: AbortSignal,
): Promise<number> {
  const now = c.clock();
  const due = await selectDueEmails(c.db, now, BATCH);
  if (due.length === 0) return 0;
  const until = now + CLAIM_MS;
  const ids = due.map(({ id }) => id);
  const claimed = await claimEmails(c.db, ids, { now, until });
  const mine = due.filter(({ id }) => claimed.has(id));
  const wanted = mine.filter(
    (one): one is Email =>
      one.email !== null &&
      one.by_email !== 0 &&
      one.suspended_at === null &&
      (one.must_confirm_email === 0 || one.email_confirmed_at !== null) &&
      isEmailed(one.kind) &&
      // Who reads along needs no email about it.
      (one.kind !== 'comment' || one.read_at === null) &&
      one.created_at > now - OUT_OF_DATE_MS,
  );
  const ended: string[] = mine.filter((one) => !wanted.includes(one as Email)).map(({ id }) => id);
  const postponed = { before: [] as string[], after: [] as string[] };
  await Promise.all(
    wanted.map(async (email) => {
      let isHandedOver = false;
      const handOver = async () => {
        if (stop?.aborted || (await endEmails(c.db, [email.id], until)) === 0)
          throw new Error('Another attempt sends this email.');
        isHandedOver = true;
      };
      try {
        await sender.mail(compose(c, sender.site, email), handOver);
      } catch (error) {
        if (stop?.aborted) return;
        onError(withoutAddress(error));
        const answer = answerOf(error);
        if (isRefused(error)) ended.push(email.id);
        else if (!isHandedOver) postponed.before.push(email.id);
        // Without an answer, it is unknown whether the mail server accepted the email.
        else if (answer >= 400 && answer < 500) postponed.after.push(email.id);
      }
    }),
  );
  if (ended.length > 0) await endEmails(c.db, ended, until);
  await postponeEmails(c.db, postponed.before, { now: c.clock(), until });
  await postponeEmails(c.db, postponed.after, { now: c.clock(), until: null });
  const isDown = wanted.length > 0 && postponed.before.length === wanted.length;
  return isDown ? 0 : due.length;
}

function compose(c: Context, site: string, email: Email): Mail {
  const token = unsubscribeToken(c, email.user_id);
  return {
    to: email.email,
    ...emailText(
      memberLanguage(c, email.language),
      email,
      site,
      c.brand.name,
      `${site}/unsubscribe?token=${token}`,
    ),
    messageId: `<${email.id}@${new URL(site).hostname}>`,
    headers: {
      'List-Unsubscribe': `<${site}/notifications/unsubscribe?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  };
}

/** The status that the mail server answered, such as 550; 0 without one. */
const answerOf = (error: unknown) => Number((error as { responseCode?: unknown }).responseCode ?? 0);

/** True if the mail server refuses this address for good. */
const isRefused = (error: unknown) =>
  answerOf(error) >= 500 && (error as { command?: unknown }).command === 'RCPT TO';

/** Codes only: mail servers repeat the address in their messages. */
function withoutAddress(error: unknown): Error {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return new Error(`sending a mail failed: ${[code, responseCode].filter(Boolean).join(' ')}`);
}
