import { Readable } from 'node:stream';

/** A mail as plain text, and as HTML if it has any. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** `<id@host>`, the same in every attempt to send it. */
  messageId?: string;
  headers?: Record<string, string>;
}

/**
 * Sends a mail. Rejects if the mail server does not accept it.
 * @param beforeEnd runs when the mail server has everything but the end of the mail, so that it has accepted nothing
 * yet. If it rejects, the mail is not sent.
 */
export type SendMail = (mail: Mail, beforeEnd?: () => Promise<void>) => Promise<void>;

/** Timeout of the mail server, ms. */
const TIMEOUT_MS = 15_000;

/** Sends through the SMTP server at `url` (`smtp://user:password@host:587`). Loads nodemailer with the first mail. */
export function smtpMail(url: string, from: string): SendMail {
  let transport: Promise<import('nodemailer').Transporter> | undefined;
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    const timeouts = {
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    };
    // Our mails have no attachments, so nodemailer never needs to read files or fetch URLs.
    const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
    transport.use('stream', ({ data, message }, done) => {
      const { beforeEnd } = data as { beforeEnd?: () => Promise<void> };
      if (beforeEnd) message.processFunc((whole: Readable) => Readable.from(holdingEnd(whole, beforeEnd)));
      done();
    });
    return transport;
  };
  return async (mail, beforeEnd) => {
    transport ??= open();
    const message = { from, ...mail, beforeEnd };
    await (await transport).sendMail(message);
  };
}

/** Logs in to the SMTP server without sending anything. Rejects with what it says. */
export async function verifySmtp(url: string): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** The whole mail, which ends only after `beforeEnd`. Nothing is read before the mail server asks for it. */
async function* holdingEnd(whole: Readable, beforeEnd: () => Promise<void>) {
  yield* whole;
  await beforeEnd();
}
