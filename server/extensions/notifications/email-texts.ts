import type { Notification } from 'contract/extensions/news/notifications.ts';
import { escapeHtml } from 'contract/text/html.ts';

import type { Mail } from '../../platform/mail/mail.ts';

type Told = Pick<Notification, 'role' | 'request_id' | 'title' | 'artist' | 'track_id' | 'reason'>;

interface Words {
  /** Follows the title in the subject. */
  outcome: string;
  lines: (about: Told) => string[];
  link: string;
}

const RETURNED = 'You have back every credit that you spent on it.';

/** Texts of the emails, in the words of the bell. */
const words = {
  request_queued: {
    outcome: 'reached its goal',
    lines: () => [
      'The studio makes several takes of it next.',
      'We’ll write again when they are ready: you and the others who voted pick the one to release.',
    ],
    link: 'See the request',
  },
  request_choosing: {
    outcome: 'has takes to choose from',
    lines: () => ['Listen to the takes and pick the one to release. Voting is open for a short time.'],
    link: 'Listen and choose',
  },
  request_released: {
    outcome: 'is out',
    lines: () => ['Everyone can hear it now, and you helped to make it.'],
    link: 'Listen now',
  },
  request_declined: {
    outcome: 'was declined',
    lines: ({ reason }) => [...(reason ? [`The reason: “${reason}”`] : []), RETURNED],
    link: 'See the request',
  },
  request_returned: {
    outcome: 'ran out of time',
    lines: () => ['The studio could not make a song of it in time.', RETURNED],
    link: 'See the request',
  },
  request_merged: {
    outcome: 'joined another request',
    lines: ({ reason, role }) => [
      `It asked for the same song as ${reason}, so its votes count there now.`,
      ...(role === 'requester' ? ['You have back the credits that your request cost.'] : []),
    ],
    link: 'See the other request',
  },
  comment: {
    outcome: 'is being talked about',
    lines: () => [],
    link: 'Read and answer',
  },
  request_update: {
    outcome: 'has news from the studio',
    lines: ({ reason }) => [`“${reason}”`],
    link: 'See the request',
  },
} satisfies Partial<Record<Notification['kind'], Words>>;

export type EmailedKind = keyof typeof words;

/** True if this kind of notification is sent by email. Admins have the studio's page for theirs. */
export const isEmailed = (kind: Notification['kind']): kind is EmailedKind => kind in words;

/**
 * The email of a notification.
 * @param site scheme and host of this installation.
 */
export function emailText(
  about: Told & { kind: EmailedKind },
  site: string,
  name: string,
  unsubscribeUrl: string,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const { role, title, artist, track_id, request_id } = about;
  const { outcome, lines, link }: Words = words[about.kind];
  const song = `“${title}” by ${artist}`;
  const first =
    role === 'talker'
      ? `There are new comments on ${song}.`
      : role === 'requester'
        ? `Your request ${song} ${outcome}.`
        : `A song you voted for ${outcome}: ${song}.`;
  const url = track_id ? `${site}/tracks/${track_id}` : `${site}/leaderboard/${request_id}`;
  const paragraphs = [first, ...lines(about)];
  const why = `You get this email because you requested or ${role === 'talker' ? 'talk about' : 'voted for'} this song on ${name}.`;
  return {
    subject: `“${title}” ${outcome}`,
    text: [...paragraphs, `${link}:\n${url}`, `${why} Turn these emails off:\n${unsubscribeUrl}`].join(
      '\n\n',
    ),
    html: page([
      ...paragraphs.map((one) => `<p>${escapeHtml(one)}</p>`),
      `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="${BUTTON}">${link}</a></p>`,
      `<p style="color:#6b645c;font-size:13px">${why} <a href="${escapeHtml(unsubscribeUrl)}" style="color:#6b645c">Turn these emails off</a></p>`,
    ]),
  };
}

const BUTTON =
  'display:inline-block;padding:12px 22px;border-radius:999px;background:#ffb454;color:#1a1206;font-weight:600;text-decoration:none';

const page = (parts: string[]) =>
  `<!doctype html><html lang="en"><body style="margin:0;padding:32px 20px;font:16px/1.5 sans-serif;color:#1d1a17;background:#ffffff"><div style="max-width:520px;margin:0 auto">${parts.join('')}</div></body></html>`;
