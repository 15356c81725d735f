import type { Notification } from 'contract/extensions/news/notifications.ts';
import { type LanguageCode, languages } from 'contract/languages.ts';
import { escapeHtml } from 'contract/text/html.ts';
import { english } from 'contract/text/messages.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { apart, say } from '../../platform/text/say.ts';

type Told = Pick<Notification, 'role' | 'request_id' | 'title' | 'artist' | 'track_id' | 'reason'>;

/** English texts of an email, with `{title}`, `{artist}` and `{reason}`. */
interface Words {
  subject: string;
  /** By the reader's role; the first sentence. */
  requester: string;
  voter: string;
  lines?: readonly string[];
  link: string;
}

const RETURNED = english('You have back every credit that you spent on it.');
const SEE = english('See the request');
const TALK = english('There are new comments on “{title}” by {artist}.');

/** Texts of the emails, in the words of the bell. */
const words = {
  request_queued: {
    subject: english('“{title}” reached its goal'),
    requester: english('Your request “{title}” by {artist} reached its goal.'),
    voter: english('A song you voted for reached its goal: “{title}” by {artist}.'),
    lines: [
      english('The studio makes several takes of it next.'),
      english('We’ll write again when they are ready: you and the others who voted pick the one to release.'),
    ],
    link: SEE,
  },
  request_choosing: {
    subject: english('“{title}” has takes to choose from'),
    requester: english('Your request “{title}” by {artist} has takes to choose from.'),
    voter: english('A song you voted for has takes to choose from: “{title}” by {artist}.'),
    lines: [english('Listen to the takes and pick the one to release. Voting is open for a short time.')],
    link: english('Listen and choose'),
  },
  request_released: {
    subject: english('“{title}” is out'),
    requester: english('Your request “{title}” by {artist} is out.'),
    voter: english('A song you voted for is out: “{title}” by {artist}.'),
    lines: [english('Everyone can hear it now, and you helped to make it.')],
    link: english('Listen now'),
  },
  request_declined: {
    subject: english('“{title}” was declined'),
    requester: english('Your request “{title}” by {artist} was declined.'),
    voter: english('A song you voted for was declined: “{title}” by {artist}.'),
    lines: [english('The reason: “{reason}”'), RETURNED],
    link: SEE,
  },
  request_returned: {
    subject: english('“{title}” ran out of time'),
    requester: english('Your request “{title}” by {artist} ran out of time.'),
    voter: english('A song you voted for ran out of time: “{title}” by {artist}.'),
    lines: [english('The studio could not make a song of it in time.'), RETURNED],
    link: SEE,
  },
  request_merged: {
    subject: english('“{title}” joined another request'),
    requester: english('Your request “{title}” by {artist} joined another request.'),
    voter: english('A song you voted for joined another request: “{title}” by {artist}.'),
    lines: [english('It asked for the same song as {reason}, so its votes count there now.')],
    link: english('See the other request'),
  },
  comment: {
    subject: english('“{title}” is being talked about'),
    requester: TALK,
    voter: TALK,
    link: english('Read and answer'),
  },
  request_update: {
    subject: english('“{title}” has news from the studio'),
    requester: english('Your request “{title}” by {artist} has news from the studio.'),
    voter: english('A song you voted for has news from the studio: “{title}” by {artist}.'),
    lines: [english('“{reason}”')],
    link: SEE,
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
  language: LanguageCode,
  about: Told & { kind: EmailedKind },
  site: string,
  name: string,
  unsubscribeUrl: string,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const { kind, role, track_id, request_id, reason } = about;
  const { subject, link, lines = [], ...first }: Words = words[kind];
  const own = {
    title: apart(language, about.title),
    artist: apart(language, about.artist),
    reason: reason && apart(language, reason),
  };
  const url = track_id ? `${site}/tracks/${track_id}` : `${site}/leaderboard/${request_id}`;
  const paragraphs = [
    first[role === 'requester' ? 'requester' : 'voter'],
    ...lines.filter((line) => reason || !line.includes('{reason}')),
    ...(kind === 'request_merged' && role === 'requester' ? [MERGED] : []),
  ].map((one) => say(language, one, own));
  const action = say(language, link);
  const why = say(
    language,
    role === 'talker'
      ? english('You get this email because you requested or talk about this song on {site}.')
      : english('You get this email because you requested or voted for this song on {site}.'),
    { site: name },
  );
  const off = say(language, 'Turn these emails off');
  const lead = (words: string) => say(language, '{words}:', { words });
  return {
    subject: say(language, subject, own),
    text: [...paragraphs, `${lead(action)}\n${url}`, `${why} ${lead(off)}\n${unsubscribeUrl}`].join('\n\n'),
    html: page(language, [
      ...paragraphs.map((one) => `<p>${escapeHtml(one)}</p>`),
      `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="${BUTTON}">${escapeHtml(action)}</a></p>`,
      `<p style="color:#6b645c;font-size:13px">${escapeHtml(why)} <a href="${escapeHtml(unsubscribeUrl)}" style="color:#6b645c">${escapeHtml(off)}</a></p>`,
    ]),
  };
}

const MERGED = english('You have back the credits that your request cost.');
const BUTTON =
  'display:inline-block;padding:12px 22px;border-radius:999px;background:#ffb454;color:#1a1206;font-weight:600;text-decoration:none';

const page = (language: LanguageCode, parts: string[]) =>
  `<!doctype html><html lang="${language}" dir="${languages[language].dir}"><body style="margin:0;padding:32px 20px;font:16px/1.5 sans-serif;color:#1d1a17;background:#ffffff"><div style="max-width:520px;margin:0 auto">${parts.join('')}</div></body></html>`;
