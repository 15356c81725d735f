/** A plain-text mail. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends a mail. Rejects if the mail server does not accept it. */
export type SendMail = (mail: Mail) => Promise<void>;

/** How long to wait for the mail server, ms. */
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
    // Our mails are plain text, so nodemailer never needs to read files or fetch URLs.
    return createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
  };
  return async (mail) => {
    transport ??= open();
    await (await transport).sendMail({ from, ...mail });
  };
}
