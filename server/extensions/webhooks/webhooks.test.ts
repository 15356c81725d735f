import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { backUpDaily } from '../../platform/backup/daily.ts';
import { createOpenRequest } from '../../testing/requests.ts';
import { insertRows } from '../../testing/rows.ts';
import { type Person, publishTrack, signUp, type TestServer, testServer } from '../../testing/server.ts';
import type { WebhookSettings } from './settings.ts';
import { sendToWebhook } from './webhooks.ts';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const SITE = 'https://ovation.example';

interface Received {
  headers: NodeJS.Dict<string | string[]>;
  text: string;
  body: Record<string, unknown>;
}

let received: Received[] = [];
/** The receiver's next statuses; then 204. */
let answers: number[] = [];
const receiver = createServer(async (request, response) => {
  const sent = await text(request);
  received.push({ headers: request.headers, text: sent, body: JSON.parse(sent) });
  const status = answers.shift() ?? 204;
  const headers = status === 429 ? { 'retry-after': '90' } : { location: '/elsewhere' };
  response.writeHead(status, headers).end();
});

let s: TestServer;
let ann: Person;
let url: string;
const errors: string[] = [];

beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/api/webhooks/1/topsecret`;
  s = await testServer({ publicUrl: SITE });
  ann = await signUp(s);
  await look();
});
beforeEach(() => {
  received = [];
  answers = [];
  errors.length = 0;
});
afterAll(async () => {
  receiver.close();
  await s.close();
});

const hookOf = (env: Record<string, string>) =>
  readConfig({ WEBHOOK_URL: url, ...env }).webhook as WebhookSettings;
const look = (env: Record<string, string> = { WEBHOOK_SECRET: SECRET }) =>
  sendToWebhook(s.c, hookOf(env), (error) => errors.push(String(error)));

/** A request that has reached its goal. */
async function reachGoal(title: string): Promise<string> {
  const id = await createOpenRequest(s.c, ann.id, { title, artist: 'Ilse' });
  await addStep(id, 'queued');
  return id;
}

const addStep = (request_id: string, kind: 'queued' | 'released') =>
  insertRows(s.c, 'request_event', {
    id: randomUUID(),
    request_id,
    kind,
    count: null,
    text: null,
    created_at: ++s.time.now,
  });

const report = async (track_id: string, reason: string) => {
  s.time.now++;
  const { headers } = ann;
  const answer = await s.app.inject({
    method: 'POST',
    url: '/report',
    headers,
    payload: { track_id, reason },
  });
  expect(answer.statusCode).toBe(201);
};

it('tells once of a goal, a release, a report and a failed backup, in signed JSON', async () => {
  const request_id = await reachGoal('Glass Harbor');
  const track_id = await publishTrack(s.c, { title: 'Glass Harbor', display_artist: 'Ilse' });
  await s.c.db.updateTable('song_request').set({ track_id }).where('id', '=', request_id).execute();
  await addStep(request_id, 'released');
  await report(track_id, 'Too loud');
  s.time.now++;
  const noDisk = () => Promise.reject(new Error('no space left'));
  await expect(backUpDaily(s.c, { folder: '/tmp', keep: 1 }, noDisk)).rejects.toThrow();
  await Promise.all([look(), look()]);
  await look();
  const song = { title: 'Glass Harbor', artist: 'Ilse' };
  const data = received.map(({ body }) => [body.type, body.data]).sort();
  expect(data).toEqual([
    [
      'backup_failed',
      {
        ...{ title: null, artist: null, request_id: null, track_id: null },
        ...{ reason: 'no space left', url: `${SITE}/create?view=operation` },
      },
    ],
    [
      'goal_reached',
      { ...song, request_id, track_id, reason: null, url: `${SITE}/leaderboard/${request_id}` },
    ],
    ['released', { ...song, request_id, track_id, reason: null, url: `${SITE}/tracks/${track_id}` }],
    [
      'report_filed',
      { ...song, request_id: null, track_id, reason: 'Too loud', url: `${SITE}/create?view=reports` },
    ],
  ]);
  for (const { headers, text: sent } of received) {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${sent}`;
    const signature = createHmac('sha256', Buffer.alloc(24, 7)).update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
    expect(Number(headers['webhook-timestamp'])).toBe(Math.floor(s.time.now / 1000));
  }
});

it('writes to Discord and Slack as they read it, and a title pings nobody', async () => {
  await reachGoal('@everyone **<!channel>** & [free](https://x.example)');
  await look({ WEBHOOK_KIND: 'discord' });
  await reachGoal('<!channel> & @everyone');
  await look({ WEBHOOK_KIND: 'slack' });
  const [discord, slack] = received.map(({ body }) => body);
  expect(Object.keys(discord!)).toEqual(['content', 'allowed_mentions']);
  expect(discord!.allowed_mentions).toEqual({ parse: [] });
  expect(discord!.content).toMatch(
    /^“@everyone \\\*\\\*\\<!channel\\>\\\*\\\* & \\\[free\\\]\\\(https\\:.*” by Ilse has reached its goal\.\n<https:\/\/ovation\.example\/leaderboard\/[-\w]+>$/,
  );
  expect(Object.keys(slack!)).toEqual(['text']);
  expect(slack!.text).toMatch(/^“&lt;!channel&gt; &amp; @everyone” by Ilse has reached its goal\.\n<https:/);
});

it('tries again later what the receiver refused, keeps its id, and logs no secret', async () => {
  await reachGoal('Slow');
  answers = [302, 429];
  await look();
  expect(errors).toEqual(['Error: the webhook answered 302']);
  await look();
  expect(received).toHaveLength(1);
  s.time.now += 15_000;
  await look();
  s.time.now += 30_000;
  await look();
  expect(received).toHaveLength(2);
  s.time.now += 60_000;
  await look();
  await look();
  expect(received).toHaveLength(3);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  await reachGoal('Unreachable');
  await sendToWebhook(
    s.c,
    { ...hookOf({ WEBHOOK_SECRET: SECRET }), url: 'http://127.0.0.1:9/topsecret' },
    (error) => errors.push(String(error)),
  );
  expect(errors.at(-1)).toMatch(/^Error: the webhook cannot be reached: /);
  expect(errors.join()).not.toContain('topsecret');
  s.time.now += 15_000;
  await look();
  expect(received).toHaveLength(4);
});

it('sends again what a killed server may have sent, and drops what is two days old', async () => {
  await reachGoal('Claimed');
  answers = [500];
  await look();
  // A server that was killed while it sent leaves its claim.
  await s.c.db
    .updateTable('webhook_event')
    .set({ due_at: s.time.now + 60_000 })
    .where('due_at', 'is not', null)
    .execute();
  s.time.now += 60_000;
  await look();
  expect(received).toHaveLength(2);
  await reachGoal('Old');
  answers = [500];
  await look();
  s.time.now += 2 * 86_400_000;
  await look();
  expect(received).toHaveLength(3);
});

it('settings recognize Discord and Slack, and ask for a secret otherwise', () => {
  const kindOf = (WEBHOOK_URL: string) => readConfig({ WEBHOOK_URL }).webhook?.kind;
  expect(kindOf('https://discord.com/api/webhooks/1/x')).toBe('discord');
  expect(kindOf('https://hooks.slack.com/services/T/B/x')).toBe('slack');
  expect(() => kindOf('https://notdiscord.com/x')).toThrow(/WEBHOOK_URL needs WEBHOOK_SECRET/);
  expect(() => kindOf('ftp://files.example/x')).toThrow(/must be an http/);
  expect(() => kindOf('https://me:pass@host.example/x')).toThrow(/must not contain a user name/);
  expect(() => hookOf({ WEBHOOK_SECRET: 'short' })).toThrow(/WEBHOOK_SECRET must be whsec_/);
  expect(() => readConfig({ WEBHOOK_KIND: 'slack' })).toThrow(/need WEBHOOK_URL/);
});
