/** A mail of plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Hands a mail over; rejects when the mail server does not take it. */
export type SendMail = (mail: Mail) => Promise<void>;

/** How long a mail server may keep silent, ms. */
const PATIENCE_MS = 15_000;

/**
 * Sends by the SMTP server at `url` (`smtp://user:password@host:587`). The mail code is loaded when the first
 * mail is sent.
 */
export function smtpMail(url: string, from: string): SendMail {
  let transport: Promise<import('nodemailer').Transporter> | undefined;
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    const patience = {
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
    };
    // Mails are text of ours alone: nothing in one may read a file or fetch an address.
    return createTransport({ url, ...patience, disableFileAccess: true, disableUrlAccess: true });
  };
  return async (mail) => {
    transport ??= open();
    await (await transport).sendMail({ from, ...mail });
  };
}
