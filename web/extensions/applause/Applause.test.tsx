// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { APPLAUSE_AFTER_MS } from 'contract/extensions/applause.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { call } from '../../../server/testing/calls.ts';
import { signUp } from '../../../server/testing/server.ts';
import { latestListen } from '../../player/engine/start-player.ts';
import { openPage, pageServer, publish } from '../../testing/page.tsx';
import { playFor } from '../../testing/sound.ts';

const s = pageServer();
afterEach(() => vi.restoreAllMocks());

const applaud = () => screen.findByRole('button', { name: /applau/i });
const partsOf = async (id: string): Promise<number[]> =>
  (await call(s, `GET /track/${id}/applause`)).body.parts;

/** Lets the listen grow old enough on both clocks. */
function wait(): void {
  s.time.now += APPLAUSE_AFTER_MS;
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + APPLAUSE_AFTER_MS + 1);
}

async function play(as?: { token: string }) {
  const [id] = await publish(s, 'Song');
  const page = openPage(s, `/tracks/${id}`, as);
  expect((await applaud()).getAttribute('aria-disabled')).toBe('true');
  expect((await applaud()).textContent).toBe('Listen a little, then applaud');
  await page.user.click(await screen.findByRole('button', { name: 'Play Song' }));
  await waitFor(() => expect(page.player.state().status).toBe('playing'));
  playFor(2);
  await latestListen.get()!.started;
  wait();
  playFor(1);
  return { id: id!, ...page };
}

it('a listener applauds a song where it plays, once per listen', async () => {
  const { id, user } = await play(await signUp(s));
  await user.click(await applaud());
  expect(await screen.findByText('1 clap')).toBeDefined();
  const button = await screen.findByRole('button', { name: 'Applauded' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await waitFor(async () => expect((await partsOf(id))[3]).toBe(1));
  await user.click(button);
  expect((await partsOf(id))[3]).toBe(1);
});

it("a visitor applauds too, and sees other people's applause live", async () => {
  const { id, user, wire } = await play();
  await waitFor(() => expect(wire.calls).toContain(`GET /track/${id}/applause`));
  const other = await signUp(s);
  const { started } = (
    await call(s, 'POST /plays', { token: other.token, body: { track_id: id, played_ms: 0 } })
  ).body;
  s.time.now += APPLAUSE_AFTER_MS;
  await call(s, `POST /track/${id}/applause`, { token: other.token, body: { second: 30, started } });
  expect(await screen.findByText('1 clap')).toBeDefined();
  await user.click(await applaud());
  expect(await screen.findByText('2 claps')).toBeDefined();
});

it('refused applause is taken back', async () => {
  const { user, wire, toast } = await play();
  wire.unavailable = /POST .*applause/;
  await user.click(await applaud());
  await waitFor(() => expect(toast()).toMatch(/^Your applause was not counted/));
  expect(await screen.findByRole('button', { name: 'Applaud' })).toBeDefined();
  await waitFor(() => expect(screen.queryByText('1 clap')).toBeNull());
});
