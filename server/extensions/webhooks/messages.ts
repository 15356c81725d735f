import { createHmac } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { WebhookEventTable } from '../../platform/db/tables/extensions/webhooks.ts';
import type { WebhookSettings } from './settings.ts';

export type WebhookEvent = Omit<Selectable<WebhookEventTable>, 'due_at' | 'attempts'>;

/** Characters of a title and of a reason in a sentence: Discord takes 2,000 in all, and escaping doubles some. */
const TITLE_MAX = 150;
const REASON_MAX = 400;

/**
 * The request that tells the receiver what happened.
 * @param site scheme and host of this installation; undefined if they are not known, then there are no links.
 * @param now epoch ms, part of the signature.
 */
export function messageFor(
  event: WebhookEvent,
  { kind, key }: Pick<WebhookSettings, 'kind' | 'key'>,
  { site, now }: { site: string | undefined; now: number },
): { headers: Record<string, string>; body: string } {
  const url = site && site + pathOf(event);
  const headers = { 'content-type': 'application/json', 'user-agent': 'Ovation' };
  if (kind === 'discord') {
    const content = [sentence(event, escapeMarkdown), ...(url ? [`<${url}>`] : [])].join('\n');
    // Titles are the members': nobody is pinged by an `@everyone`.
    return { headers, body: JSON.stringify({ content, allowed_mentions: { parse: [] } }) };
  }
  if (kind === 'slack') {
    const text = [sentence(event, escapeSlack), ...(url ? [`<${escapeSlack(url)}>`] : [])].join('\n');
    return { headers, body: JSON.stringify({ text }) };
  }
  const { id, title, artist, request_id, track_id, created_at } = event;
  const timestamp = String(Math.floor(now / 1000));
  const body = JSON.stringify({
    type: event.kind,
    timestamp: new Date(created_at).toISOString(),
    data: { title, artist, request_id, track_id, reason: event.reason, url: url ?? null },
  });
  const signature = createHmac('sha256', key!).update(`${id}.${timestamp}.${body}`).digest('base64');
  const signed = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  return { headers: { ...headers, ...signed }, body };
}

function pathOf({ kind, request_id, track_id }: WebhookEvent): string {
  if (kind === 'backup_failed') return '/create?view=operation';
  if (kind === 'report_filed') return '/create?view=reports';
  return kind === 'goal_reached' || !track_id ? `/leaderboard/${request_id}` : `/tracks/${track_id}`;
}

function sentence(event: WebhookEvent, quote: (text: string) => string): string {
  const part = (text: string | null, max: number) => quote(shortened(text ?? '', max));
  const song = `“${part(event.title, TITLE_MAX)}” by ${part(event.artist, TITLE_MAX)}`;
  const reason = part(event.reason, REASON_MAX);
  switch (event.kind) {
    case 'goal_reached':
      return `${song} has reached its goal.`;
    case 'released':
      return `${song} is out.`;
    case 'report_filed':
      return `${song} was reported: ${reason}`;
    case 'backup_failed':
      return `The daily backup failed: ${reason}`;
  }
}

const shortened = (text: string, max: number) =>
  text.length > max ? `${text.slice(0, max).toWellFormed()} …` : text;

const escapeMarkdown = (text: string) => text.replace(/[\\*_~`|>#[\]()<:-]/g, '\\$&').replace(/\s+/g, ' ');

const escapeSlack = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replace(/\s+/g, ' ');
