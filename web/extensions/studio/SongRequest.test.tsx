// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import type { SketchUpdate } from 'contract/extensions/studio.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GeneratorError } from '../../../server/extensions/studio/generator.ts';
import {
  type FakeGenerator,
  fakeGenerator,
} from '../../../server/extensions/studio/testing/fake-generator.ts';
import { runStudio } from '../../../server/extensions/studio/testing/run-studio.ts';
import { measureAudio } from '../../../server/extensions/studio/testing/world.ts';
import { call } from '../../../server/testing/calls.ts';
import { balanceOf, createOpenRequest, member } from '../../../server/testing/requests.ts';
import { type Person, signUp, type TestServer, testServer } from '../../../server/testing/server.ts';
import { creditsDialog } from '../../lib/credits.ts';
import { toSong } from '../../player/song.ts';
import { closeAndForget, openPage, publish } from '../../testing/page.tsx';
import { setVisibility } from '../../testing/stand-ins.ts';

let s: TestServer;
let fake: FakeGenerator;
/** She requests. */
let nora: Person;
beforeEach(async () => {
  fake = fakeGenerator({ audioSeconds: 3 });
  s = await testServer({ generators: [fake] });
  await measureAudio(s, fake);
  nora = await member(s, 1000);
});
afterEach(async () => {
  creditsDialog.set(null);
  closeAndForget();
  setVisibility('visible');
  await s.close();
});

const open = (id: string, as?: Person) => openPage(s, `/leaderboard/${id}`, as);
const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const request = (votes: number, input: { title?: string; genre?: string } = {}) =>
  createOpenRequest(s.c, nora.id, { title: 'Monsoon', artist: 'Kestrel', votes, ...input });
const voteOf = async (id: string, person: Person) =>
  expect((await call(s, `POST /requests/${id}/votes`, { token: person.token })).status).toBe(200);
const note = () => screen.getByText((_, element) => element?.matches('.request-note') ?? false);
const backers = () =>
  within(screen.getByRole('region', { name: /voted( yet)?$/ }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);
const steps = () =>
  within(screen.getByRole('region', { name: 'Progress' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const lit = () => document.querySelectorAll('.seat[data-lit]').length;
const listening = () =>
  waitFor(() =>
    expect(
      (EventSource as unknown as { open: EventSource[] }).open.map(({ readyState }) => readyState),
    ).toEqual([1]),
  );

/** Answers calls for sketches with a stream that the test writes; everything else reaches the server. */
function sketchesBy() {
  const toServer = fetch;
  const streams: { say: (news: SketchUpdate) => void; signal: AbortSignal }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (!url.endsWith('/sketch')) return toServer(url, init);
    let lines: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        lines = controller;
      },
    });
    const say = (news: SketchUpdate) => lines.enqueue(new TextEncoder().encode(`${JSON.stringify(news)}\n`));
    streams.push({ say, signal: init.signal! });
    return new Response(body);
  });
  Object.assign(URL, { createObjectURL: () => 'blob:sketch', revokeObjectURL: () => {} });
  return streams;
}

describe('a request on its way to its goal', () => {
  it('plays a sketch after its place in line, again without asking, and not what was canceled', async () => {
    const { user } = open(await request(3), nora);
    await title('Monsoon');
    const streams = sketchesBy();
    const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
    await press('Hear a sketch');
    streams[0]!.say({ state: 'waiting', place: 2 });
    await screen.findByText('Number 2 in line');
    await press('Cancel the sketch');
    expect(streams[0]!.signal.aborted).toBe(true);

    await press('Hear a sketch');
    streams[1]!.say({ state: 'making', progress: 0.5 });
    await screen.findByText('Sketching, about 7 seconds');
    streams[1]!.say({ state: 'ready', audio: btoa('ID3') });
    await press('Pause the sketch');
    await press('Play the sketch');
    await screen.findByRole('button', { name: 'Pause the sketch' });
    expect(streams).toHaveLength(2);
  });

  it('says why there is no sketch, and tries again', async () => {
    const { user } = open(await request(3), nora);
    await title('Monsoon');
    const streams = sketchesBy();
    await user.click(screen.getByRole('button', { name: 'Hear a sketch' }));
    await waitFor(() => expect(streams).toHaveLength(1));
    streams[0]!.say({ state: 'failed' });
    await screen.findByText('The sketch could not be made. Please try again.');
    await user.click(screen.getByRole('button', { name: 'Hear a sketch' }));
    await waitFor(() => expect(streams).toHaveLength(2));
  });

  it('shows what was requested and by whom, its lamps, its steps and its backers', async () => {
    const id = await request(21);
    await voteOf(id, nora);
    open(id);
    await title('Monsoon');
    await screen.findByText('Pop');
    expect(screen.getByText(/^Requested by/).textContent).toBe(
      `Requested by ${nora.username} on June 1, 2026`,
    );
    expect(lit()).toBe(22);
    expect(screen.getByRole('link', { name: 'Log in to light lamp 23' }).getAttribute('href')).toBe(
      `/login?from=%2Fleaderboard%2F${id}`,
    );
    expect(backers()).toEqual([`${nora.username}1 vote`]);
    await waitFor(() => expect(steps()[0]).toContain('Requested'));
    expect(steps().filter((step) => !step!.includes('not reached'))).toHaveLength(1);
    expect(document.title).toBe('Monsoon by Kestrel – Ovation');
  });

  it('marks the names of Platinum members', async () => {
    const vip = await signUp(s, { tier: 'platinum' });
    const id = await createOpenRequest(s.c, vip.id, { title: 'Silver', artist: 'Kestrel', votes: 2 });
    await voteOf(id, vip);
    await voteOf(id, nora);
    open(id);
    await title('Silver');
    expect(screen.getByText(/^Requested by/).textContent).toMatch(`Requested by ${vip.username} VIP on`);
    expect(backers().toSorted()).toEqual([`${nora.username}1 vote`, `${vip.username} VIP1 vote`].toSorted());
    await screen.findByRole('img', { name: new RegExp(`lit by ${vip.username} \\(VIP\\)$`) });
    await screen.findByRole('img', { name: new RegExp(`lit by ${nora.username}$`) });
  });

  it('a vote lights the next lamp at once, and is undone if the server refuses it', async () => {
    const id = await request(21);
    const page = open(id, nora);
    const button = await screen.findByRole('button', { name: 'Light lamp 22 10 credits' });
    expect(button.textContent).toBe('Light lamp 22 10 credits');
    let go = () => {};
    page.wire.delay = new Promise((resolve) => {
      go = resolve;
    });
    await page.user.click(button);
    expect(lit()).toBe(22);
    expect(note().textContent).toContain('1 vote by you.');
    page.wire.failing = /votes/;
    go();
    await waitFor(() => expect(page.toast()).toContain('Failed to vote'));
    expect(lit()).toBe(21);
    page.wire.failing = undefined;
    await new Promise((resolve) => setTimeout(resolve, 650));
    await page.user.click(await screen.findByRole('button', { name: /^Light lamp 22/ }));
    await waitFor(() => expect(page.toast()).toContain('Vote added!'));
    expect(lit()).toBe(22);
    await waitFor(() => expect(backers()).toEqual(['You1 vote']));
  });

  it('says how many credits are missing, and sells them', async () => {
    const poor = await member(s, 2);
    const { user } = open(await request(3), poor);
    await user.click(await screen.findByRole('button', { name: 'Get credits' }));
    expect(note().textContent).toBe('You need 8 more credits to vote.');
    expect(creditsDialog.get()).toBe('packages');
  });

  it('offers the plans to a free member', async () => {
    const { user } = open(await request(3), await signUp(s));
    await user.click(await screen.findByRole('button', { name: 'View Plans' }));
    expect(note().textContent).toBe('Upgrade to Plus to participate in song requests and voting');
    expect(creditsDialog.get()).toBe('subscriptions');
  });

  it('follows the votes of others', async () => {
    const id = await request(24);
    open(id, nora);
    await title('Monsoon');
    await listening();
    const other = await member(s, 1000);
    await voteOf(id, other);
    await waitFor(() => expect(lit()).toBe(25));
    await waitFor(() => expect(backers()).toEqual([`${other.username}1 vote`]));
    for (let n = 0; n < 5; n++) await voteOf(id, other);
    await screen.findByText('Queued for Creation');
    await screen.findByRole('button', { name: 'Move it up the queue 10 credits' });
  });

  it('copies its link', async () => {
    const id = await request(3);
    const { user, toast } = open(id);
    const copied = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(await screen.findByRole('button', { name: 'Share' }));
    await waitFor(() => expect(toast()).toContain('Link copied'));
    expect(copied.mock.calls).toEqual([[`http://localhost:3000/leaderboard/${id}`]]);
  });

  it('shares the lamp that the viewer lit, as a picture whose link shows it too', async () => {
    const id = await request(3);
    await voteOf(id, nora);
    const { user } = open(id, nora);
    const copied = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(await screen.findByRole('button', { name: 'Share your part' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Share your part' }));
    const picture = dialog.getByRole('img', { name: 'I lit lamp 4 of 30 for Monsoon by Kestrel' });
    expect(picture.getAttribute('src')).toBe(`/social/lamps/${id}-4.jpg`);
    expect(dialog.getByRole('link', { name: 'Download' }).getAttribute('download')).toBe(
      'ovation-lamp-4.jpg',
    );
    await user.click(dialog.getByRole('button', { name: 'Copy link' }));
    await waitFor(() =>
      expect(copied.mock.calls).toEqual([[`http://localhost:3000/leaderboard/${id}?lamp=4`]]),
    );
    closeAndForget();
    open(id);
    await title('Monsoon');
    expect(screen.queryByRole('button', { name: 'Share your part' })).toBeNull();
  });

  it('a request that does not exist is not found', async () => {
    open('6e7a14c2-0000-4000-8000-000000000000');
    await screen.findByRole('heading', { name: 'Request not found' });
    closeAndForget();
    openPage(s, '/leaderboard/nonsense');
    await screen.findByRole('heading', { name: 'Request not found' });
  });

  it('says why it failed to load, and tries again', async () => {
    const id = await request(3);
    const { user, wire } = open(id);
    wire.failing = /requests/;
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Failed to load the request');
    wire.failing = undefined;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await title('Monsoon');
  });

  it('a declined one gives the reason', async () => {
    const id = await request(3);
    await voteOf(id, nora);
    const admin = await signUp(s, { tier: 'admin' });
    await call(s, `DELETE /requests/${id}?reason=Not%20for%20us`, { token: admin.token });
    open(id, nora);
    await title('Monsoon');
    expect(note().textContent).toBe('Declined. Not for us Everyone got every credit back. See your credits');
    expect(screen.queryByRole('button', { name: /^(Light|Move)/ })).toBeNull();
    expect(screen.queryByText('Progress to Creation')).toBeNull();
    expect(document.querySelector('.seats[data-over]')).toBeTruthy();
    expect(document.querySelector('[data-newest]')).toBeNull();
    await waitFor(() =>
      expect(steps()).toEqual([expect.stringMatching(/^Requested/), expect.stringMatching(/^Declined/)]),
    );
  });
});

describe('a request in the studio', () => {
  /** Nora's request, whose 30 lamps nora and another person lit, with its takes. */
  async function withTakes() {
    const id = await request(28);
    const other = await member(s, 1000);
    for (const person of [nora, other]) await voteOf(id, person);
    await runStudio(s.c, s.time);
    vi.spyOn(Date, 'now').mockImplementation(() => s.time.now);
    return { id, other };
  }
  const takes = async () =>
    within(
      await screen.findByRole('region', { name: /^(Choose a take|Takes in the making|The takes)$/ }),
    ).findAllByRole('listitem');
  const played = () => [...document.querySelectorAll('audio')].filter(({ paused }) => !paused);

  afterEach(() => vi.restoreAllMocks());

  it('shows live how the takes are made', async () => {
    fake.onSubmit = async () => ({ providerId: 'job' });
    fake.onPoll = async () => ({ state: 'running', progress: 0.5 });
    const id = await request(28);
    for (let n = 0; n < 2; n++) await voteOf(id, nora);
    open(id, nora);
    await screen.findByText('Queued for Creation');
    await listening();
    await runStudio(s.c, s.time, 4);
    await screen.findByText(/^The studio is making takes/);
    expect(screen.queryByText('Goal Reached!')).toBeNull();
    expect(note().textContent).toBe('The studio is making takes. You choose one when they’re ready.');
    await waitFor(async () =>
      expect((await takes()).map((take) => take.textContent).join()).toContain('Recording'),
    );
    await waitFor(() => expect(steps().find((step) => step!.startsWith('In the studio'))).toMatch(/\d%$/));
  });

  it('its backers listen to the takes, change between them at the same moment, and choose one', async () => {
    const { id } = await withTakes();
    const { user, player, toast } = open(id, nora);
    await screen.findByRole('heading', { name: 'Choose a take' });
    await user.click(await screen.findByRole('button', { name: 'Play take A' }));
    await screen.findByRole('button', { name: 'Pause take A' });
    expect(played()).toHaveLength(1);
    played()[0]!.currentTime = 1;
    await user.keyboard('b');
    await screen.findByRole('button', { name: 'Pause take B' });
    await waitFor(() => expect(played()).toHaveLength(1));
    expect(played()[0]!.currentTime).toBeCloseTo(1, 1);
    expect(player.state().status).toBe('empty');
    (document.activeElement as HTMLElement).blur();
    await user.keyboard(' ');
    await waitFor(() => expect(played()).toEqual([]));

    await user.click(screen.getByRole('button', { name: 'Choose C' }));
    await waitFor(() =>
      expect(toast()).toBe('Take C chosen | You can change your mind until the choice closes.'),
    );
    expect((await takes())[2]!.textContent).toContain('Your choice');
    await screen.findByText(/^1 of \d+ have chosen\.$/);
    await user.click(screen.getByRole('button', { name: 'Change to A' }));
    await waitFor(() => expect(toast()).toContain('Take A chosen'));
    expect((await takes()).map((take) => take.textContent!.includes('Your choice'))).toEqual([
      true,
      false,
      false,
    ]);
    expect((await takes()).join('')).not.toContain('choices');
  });

  it('a choice that the server refuses is undone', async () => {
    const { id } = await withTakes();
    const { user, wire, toast } = open(id, nora);
    const button = await screen.findByRole('button', { name: 'Choose B' });
    wire.failing = /choice/;
    await user.click(button);
    await waitFor(() => expect(toast()).toContain('Your choice was not counted'));
    await screen.findByRole('button', { name: 'Choose B' });
  });

  it('a Platinum member hears the takes of any request, and leaves the choice to its backers', async () => {
    const { id } = await withTakes();
    const { user } = open(id, await member(s, 0, 'platinum'));
    await screen.findByRole('heading', { name: 'The takes' });
    await user.click(await screen.findByRole('button', { name: 'Play take A' }));
    await screen.findByRole('button', { name: 'Pause take A' });
    expect(played()).toHaveLength(1);
    expect(await takes()).toHaveLength(3);
    expect(screen.queryByRole('button', { name: /^Choose/ })).toBeNull();
    expect(screen.getByText('The people who voted are choosing.')).toBeTruthy();
  });

  it('says so when no take could be made, and goes on when others are', async () => {
    fake.onSubmit = async () => {
      throw new GeneratorError('invalid', 'No.');
    };
    const id = await request(28);
    for (let n = 0; n < 2; n++) await voteOf(id, nora);
    await runStudio(s.c, s.time);
    open(id, nora);
    await screen.findAllByText('Delayed');
    expect(note().textContent).toMatch(
      /^The studio could not make a take yet\. .* every credit comes back\.$/,
    );
    expect(steps().find((step) => step!.startsWith('In the studio'))).toContain('Delayed');
    await listening();
    const admin = await signUp(s, { tier: 'admin' });
    await call(s, `POST /requests/${id}/takes`, { token: admin.token, body: {} });
    await waitFor(() => expect(note().textContent).toMatch(/^The studio is making takes\./));
  });

  it('gives every credit back when no take could be made in time', async () => {
    fake.onSubmit = async () => {
      throw new GeneratorError('invalid', 'No.');
    };
    const id = await request(28);
    for (let n = 0; n < 2; n++) await voteOf(id, nora);
    expect(await balanceOf(s.c, nora.id)).toBe(980);
    await runStudio(s.c, s.time);
    s.c.studio.returnDays = 1;
    s.time.now += 2 * 86_400_000;
    await runStudio(s.c, s.time);
    open(id, nora);
    await title('Monsoon');
    expect(note().textContent).toBe(
      'It could not be made in time. Everyone got every credit back. See your credits',
    );
    expect(await balanceOf(s.c, nora.id)).toBe(1000);
    await waitFor(() => expect(steps().at(-1)).toMatch(/^Returned/));
  });

  it('others see that a choice is being made', async () => {
    const { id } = await withTakes();
    const { wire } = open(id, await member(s, 100));
    await title('Monsoon');
    await screen.findByRole('heading', { name: 'The people who voted are choosing a take' });
    expect(screen.getByText(/Voting closes on/).textContent).toContain('Voting closes on June 2, 2026');
    expect(screen.queryByRole('button', { name: /take|Choose/ })).toBeNull();
    expect(wire.calls.filter((call) => call.includes('takes'))).toEqual([]);
  });

  it('when everyone has chosen, the winner, the counts and the song appear', async () => {
    const { id, other } = await withTakes();
    const { user } = open(id, nora);
    await user.click(await screen.findByRole('button', { name: 'Choose B' }));
    await screen.findByText('Your choice');
    await listening();
    const { body: own } = await call(s, `GET /requests/${id}/takes`, { token: nora.token });
    const chosen = own.find((take: { chosen_by_caller: boolean }) => take.chosen_by_caller);
    await call(s, `PUT /requests/${id}/choice`, { token: other.token, body: { take_id: chosen.id } });
    await runStudio(s.c, s.time);
    await screen.findByRole('dialog', { name: 'Monsoon' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    history.back();
    await screen.findByRole('button', { name: 'Listen' });
    await waitFor(async () => expect((await takes())[1]!.textContent).toContain('Released2 choices, yours'));
    expect((await takes())[0]!.textContent).toContain('0 choices');
    expect(screen.queryByRole('button', { name: /^Choose/ })).toBeNull();
    expect(screen.queryByRole('link', { name: /^Download take/ })).toBeNull();
    await waitFor(() => expect(steps().every((step) => !step!.includes('not reached'))).toBe(true));

    await user.click(screen.getAllByRole('link', { name: 'Explore' })[0]!);
    await user.click((await screen.findAllByRole('button', { name: 'More for Monsoon' }))[0]!);
    await user.click(await screen.findByRole('menuitem', { name: 'Details' }));
    const dialog = await screen.findByRole('dialog', { name: 'Monsoon' });
    await within(dialog).findByRole('heading', { name: 'How it was made' });
    for (const text of ['Fake fake', 'fake 1', 'Nobody’s.', 'the same recording again'])
      expect(dialog.textContent).toContain(text);
    await user.click(
      within(dialog).getByRole('link', { name: `Requested by ${nora.username}, backed by 2` }),
    );
    await title('Monsoon');
    expect(screen.queryByRole('dialog')).toBeNull();
    closeAndForget();
    open(id, await member(s, 0, 'platinum'));
    expect(await screen.findAllByRole('link', { name: /^Download take [ABC]$/ })).toHaveLength(3);
  });

  it('a song that came out while the page was hidden has its premiere when it is seen again', async () => {
    const { id, other } = await withTakes();
    open(id, nora);
    await screen.findByRole('button', { name: 'Choose B' });
    await listening();
    setVisibility('hidden');
    const { body: own } = await call(s, `GET /requests/${id}/takes`, { token: nora.token });
    for (const { token } of [nora, other])
      await call(s, `PUT /requests/${id}/choice`, { token, body: { take_id: own[0].id } });
    await runStudio(s.c, s.time);
    expect((await call(s, `GET /requests/${id}`)).body.status).toBe('released');
    // Events of the board wait for a tenth of a second: here, nobody is there to hear this one.
    await new Promise((resolve) => setTimeout(resolve, 300));
    setVisibility('visible');
    await screen.findByRole('dialog', { name: 'Monsoon' });
  });

  it('music elsewhere pauses while a take plays, and the other way around', async () => {
    const { id } = await withTakes();
    const { user, player } = open(id, nora);
    const [track] = await publish(s, 'Teacups');
    const song = toSong((await call(s, `GET /track/${track}`)).body);
    player.choose(song);
    await waitFor(() => expect(player.state().status).toBe('playing'));
    await user.click(await screen.findByRole('button', { name: 'Play take A' }));
    await waitFor(() => expect(player.state().status).toBe('paused'));
    expect(screen.getByRole('region', { name: 'Player of takes' })).toBeTruthy();
    player.play();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Player of takes' })).toBeNull());
    expect(player.state().status).toBe('playing');
    expect(screen.getByRole('button', { name: 'Play take A' })).toBeTruthy();
  });
});
