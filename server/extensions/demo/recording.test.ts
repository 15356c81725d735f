import { endpoints } from 'contract/api.ts';
import { describe, expect, it } from 'vitest';
import { serverPerTest } from '../../testing/hooks.ts';
import { report } from './record.ts';

const s = serverPerTest({ rateLimit: true });

const subscribe = () => s.app.inject({ url: '/recording', payloadAsStream: true });

describe('the progress of the recording', () => {
  it('is part of the contract', () => {
    expect(endpoints.map(({ route }) => route)).toContain('GET /recording');
  });

  it('reaches the page as it happens, and ends with null', async () => {
    report(s.c.band, { done: 1, total: 3, current: null });
    const answer = await subscribe();
    report(s.c.band, { done: 2, total: 3, current: 'Brass Weather' });
    report(s.c.band, null);
    let text = '';
    for await (const piece of answer.stream()) text += piece;
    const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!));
    expect(events).toEqual([
      { done: 1, total: 3, current: null },
      { done: 2, total: 3, current: 'Brass Weather' },
      null,
    ]);
  });

  it('is over at once when nothing is being recorded', async () => {
    const { payload, headers } = await s.app.inject({ url: '/recording' });
    expect(payload).toContain('data: null\n\n');
    expect(headers['content-type']).toContain('text/event-stream');
  });

  it('cannot be used to hold any number of connections', async () => {
    report(s.c.band, { done: 0, total: 3, current: null });
    for (let i = 0; i < 100; i++) expect((await subscribe()).statusCode).toBe(200);
    expect((await subscribe()).statusCode).toBe(429);
  });
});
