// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import type { Moment, Wish } from 'contract/features/song-requests.ts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { release } from '../../server/features/song-requests/song-requests.ts';
import { runEvents } from '../../server/testing/jobs.ts';
import { createOpenRequest } from '../../server/testing/requests.ts';
import { insertRows, updateRows } from '../../server/testing/rows.ts';
import { publishTrack, signUp } from '../../server/testing/server.ts';
import { withExtensions } from '../../server/testing/with-extensions.ts';
import { closePage, currentUrl, openPage, pageServer, publish } from '../testing/page.tsx';
import { scrollToTheEnd } from '../testing/stand-ins.ts';

const s = pageServer();

const section = (name: string) => screen.findByRole('region', { name });
const titlesIn = (place: HTMLElement) =>
  within(place)
    .queryAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent);

withExtensions('shows three sections of four tracks', async () => {
  const titles = Array.from({ length: 10 }, (_, i) => `Song ${i}`);
  await publish(s, ...titles);
  openPage(s, '/');
  expect(titlesIn(await section('New Releases'))).toEqual(['Song 9', 'Song 8', 'Song 7', 'Song 6']);
  // All are as popular. Nothing is shown twice while there are others.
  expect(titlesIn(await section('Most Popular'))).toEqual(['Song 5', 'Song 4', 'Song 3', 'Song 2']);
  expect(titlesIn(await section('Trending Now'))).toEqual(['Song 1', 'Song 0', 'Song 9', 'Song 8']);
  expect(document.title).toBe('Explore – Ovation');
  expect(within(await section('Genres')).getByRole('link', { name: 'Pop 10 songs' })).toBeDefined();
  const popular = within(await section('Most Popular'));
  expect(popular.getByRole('link', { name: 'Charts' }).getAttribute('href')).toBe('/charts');
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'New Releases',
    'Most Popular',
    'Trending Now',
    'Genres',
  ]);
});

/** A song with two moments, made from a request. */
async function releaseSong(title: string, wish: string, days: number) {
  const asker = await signUp(s, { name: 'ama' });
  const id = await createOpenRequest(s.c, asker.id, { title });
  const [track_id] = await publish(s, title);
  const moments = [
    { label: 'Starts quiet', at: 3 },
    { label: 'It builds', at: 20 },
  ];
  await updateRows(
    s.c,
    'song_request',
    { id },
    { description: wish, moments: JSON.stringify(moments), backers: 34 },
  );
  const now = s.c.clock() - days * 86_400_000;
  await s.c.db
    .transaction()
    .execute((tx) => release(tx, s.c.engine, { id, track_id: track_id!, heard: heardAt(moments), now }));
}

const heardAt = (moments: Moment[]): Wish[] =>
  moments.map((moment) => ({ chip: moment.label, words: '', outcome: 'done', why: null, moment }));

it('a visitor sees a wish beside the song that came of it, plays it, and from its moments', async () => {
  await releaseSong('Old Rain', 'A slow waltz for an empty ballroom', 3);
  await releaseSong('Rain', 'Starts as a whisper, ends with the whole band soaked.', 2);
  const asker = await signUp(s);
  await createOpenRequest(s.c, asker.id, { title: 'Nearly', votes: 29 });
  const { user, player } = openPage(s, '/');
  expect(await screen.findByText('“Starts as a whisper, ends with the whole band soaked.”')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Music the crowd calls for.');
  const people = screen.getByText(/asked for it\./);
  expect(people.textContent).toMatch(/^ama\S* asked for it\. 34 people voted\.$/);
  const row = await screen.findByRole('article', { name: 'Nearly' });
  expect(within(row).getByText('One vote short')).toBeTruthy();
  expect(within(row).getByRole('button', { name: 'Cast the last vote 10 credits' })).toBeTruthy();
  const shelf = await section('Asked for, and heard');
  expect(within(shelf).getByText('“A slow waltz for an empty ballroom”')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Hear what came out' }));
  await waitFor(() => expect(player.state().status).toBe('playing'));
  expect(player.state().queue.entries.map(({ song }) => song.title)).toEqual(['Rain', 'Old Rain']);
  await user.click(await screen.findByRole('button', { name: '0:20 It builds' }));
  expect(player.state().second).toBe(20);
  await waitFor(() => expect(screen.getByRole('button', { current: true, name: /It builds$/ })).toBeTruthy());
  await user.click(screen.getAllByRole('button', { name: 'Pause' })[0]!);
  expect(player.state().status).toBe('paused');

  await user.click(screen.getByRole('link', { name: 'See all Asked for, and heard' }));
  await screen.findByRole('heading', { level: 1, name: 'Asked for, and heard' });
  await waitFor(() => expect(titlesIn(document.body)).toEqual(['Rain', 'Old Rain']));
});

it('without a song that was asked for, the newest one opens the page with its prompt', async () => {
  await publishTrack(s.c, { title: 'New', prompt_text: 'a slow waltz', provider: 'Ovation house band' });
  openPage(s, '/');
  expect(await screen.findByText('“a slow waltz”')).toBeTruthy();
  expect(screen.getByText('AI-generated by the house band.')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Asked for, and heard' })).toBeNull();
});

it('a shelf that does not load says so, and the rest of the page stays', async () => {
  await publish(s, 'A');
  const { user, wire } = openPage(s, '/');
  wire.failing = /asked/;
  const shelf = await section('Asked for, and heard');
  expect(await within(shelf).findByText('Failed to load tracks')).toBeTruthy();
  await section('New Releases');
  wire.failing = undefined;
  await user.click(within(shelf).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Failed to load tracks')).toBeNull());
});

it('a member sees what waits and goes on with what they played, where its place was kept', async () => {
  const [track_id] = await publish(s, 'Heard');
  const member = await signUp(s);
  await createOpenRequest(s.c, member.id, { title: 'Wanted', votes: 7 });
  await insertRows(s.c, 'play_event', {
    id: track_id!,
    track_id: track_id!,
    user_id: member.id,
    listener: 'x',
    played_ms: 1,
    created_at: 1,
  });
  openPage(s, '/', member);
  // Nothing moves the first time.
  await waitFor(() => expect(localStorage.getItem('ovation.jump')).not.toBeNull());
  expect(screen.queryByRole('region', { name: 'Jump back in' })).toBeNull();
  expect(screen.getByText('Music the crowd calls for.')).toBeTruthy();
  closePage();
  openPage(s, '/', member);
  const waiting = await section('Waiting for you');
  expect(within(waiting).getByText('23 votes to go. 7 of 30.')).toBeTruthy();
  expect(within(waiting).getByRole('link', { name: 'Wanted' })).toBeDefined();
  expect(screen.queryByText('Music the crowd calls for.')).toBeNull();
  const row = await section('Jump back in');
  expect(
    within(row)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['HeardThe Marlow Trio']);
  expect(within(row).getByRole('button', { name: 'Play Heard' })).toBeTruthy();
  closePage();

  openPage(s, '/', await signUp(s));
  await waitFor(() => expect(localStorage.getItem('ovation.jump')).toBeNull());
  expect(screen.queryByRole('region', { name: 'Jump back in' })).toBeNull();
  // The visitor's view, but for Sign Up.
  expect(await screen.findByRole('heading', { level: 1, name: 'Music the crowd calls for.' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Request a song' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Sign Up' })).toBeNull();
});

withExtensions(
  'a member votes on Explore, and sees a premiere until they have seen it on any device',
  async () => {
    localStorage.setItem('ovation.jump', '300');
    const [asker, voter] = [await signUp(s, { tier: 'premium' }), await signUp(s, { tier: 'plus' })];
    const [low, out] = [
      await createOpenRequest(s.c, asker.id, { title: 'Nearly', votes: 26 }),
      await createOpenRequest(s.c, asker.id, { title: 'Rain', votes: 30 }),
    ];
    const send = (person: typeof asker, method: 'POST' | 'DELETE', url: string, payload?: object) =>
      s.app.inject({ method, url, headers: person.headers, ...(payload && { payload }) });
    await send(voter, 'POST', `/requests/${out}/votes`);
    await send(voter, 'POST', '/follow', { kind: 'request', target: low });
    const song = { title: 'Rain', display_artist: 'Kestrel', genre: 'jazz', duration_seconds: 60 };
    const admin = await signUp(s, { tier: 'admin' });
    const audio_url = 'https://elsewhere.example/rain.mp3';
    await send(admin, 'POST', '/track', { ...song, audio_url, request_id: out });
    await runEvents(s.c);

    const { user } = openPage(s, '/', voter);
    const waiting = await section('Waiting for you');
    expect(titlesIn(waiting)).toEqual(['Rain', 'Nearly']);
    expect(within(waiting).getByText('Out now. You helped make it with 1 vote.')).toBeTruthy();
    const watch = within(waiting).getByRole('link', { name: 'Watch the premiere' });
    expect(watch.getAttribute('href')).toMatch(/^\/tracks\/.*\?premiere$/);
    await waitFor(() => expect(screen.getAllByText('90')).toBeTruthy());
    await user.click(within(waiting).getByRole('button', { name: /^Vote ?10 ?credits ?, / }));
    await within(waiting).findByText('3 votes to go. 27 of 30.');
    closePage();

    await send(voter, 'DELETE', `/notifications/premieres/${out}`);
    openPage(s, '/', voter);
    expect(titlesIn(await section('Waiting for you'))).toEqual(['Nearly']);
  },
);

it('omits a section without tracks', async () => {
  await publish(s, 'A', 'B', 'C');
  openPage(s, '/');
  expect(titlesIn(await section('New Releases'))).toHaveLength(3);
  expect(screen.queryByRole('region', { name: 'Trending Now' })).toBeNull();
});

it('shows that it is loading', async () => {
  await publish(s, 'A');
  const { wire } = openPage(s, '/');
  let arrive = () => {};
  wire.delay = new Promise((resolve) => {
    arrive = resolve;
  });
  expect(screen.getByText('Loading music...')).toBeTruthy();
  arrive();
  await section('New Releases');
  expect(screen.queryByText('Loading music...')).toBeNull();
});

it("shows the server's message when loading fails, and 'Try again' loads it", async () => {
  await publish(s, 'A');
  await sql`alter table track rename column backers to backers_away`.execute(s.c.db);
  const { user } = openPage(s, '/');
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('Failed to load tracks')).toBeTruthy();
  expect(within(alert).getByText('Server error. Please try again later.')).toBeTruthy();
  await sql`alter table track rename column backers_away to backers`.execute(s.c.db);
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await section('New Releases');
  expect(screen.queryByText('Failed to load tracks')).toBeNull();
});

it('without a network it shows that, and loads only when asked to', async () => {
  await publish(s, 'A');
  const { user, wire } = openPage(s, '/');
  wire.failing = /./;
  expect(await screen.findByText('Failed to load tracks')).toBeTruthy();
  expect(screen.getByText(/^You seem to be offline/)).toBeTruthy();
  const loads = () => wire.calls.filter((asked) => asked !== 'GET /healthz');
  const asked = loads().length;
  act(() => {
    window.dispatchEvent(new Event('focus'));
    window.dispatchEvent(new Event('online'));
  });
  expect(loads()).toHaveLength(asked);
  wire.failing = undefined;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await section('New Releases');
});

it('shows that there are no tracks', async () => {
  openPage(s, '/');
  expect(await screen.findByText('No tracks available yet')).toBeTruthy();
  expect(screen.getByText('Check back soon for new AI-generated music!')).toBeTruthy();
});

it('opens a section page by page, and Back returns', async () => {
  await publish(s, ...Array.from({ length: 30 }, (_, i) => `Song ${i}`));
  const { user, wire } = openPage(s, '/');
  await section('New Releases');
  await user.click(screen.getByRole('link', { name: 'View All New Releases' }));
  await screen.findByRole('heading', { level: 1, name: 'New Releases' });
  expect(currentUrl()).toBe('/?section=new');
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(24));
  scrollToTheEnd();
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(30));
  expect(titlesIn(document.body)).toEqual(Array.from({ length: 30 }, (_, i) => `Song ${29 - i}`));
  const asked = wire.calls.filter((one) => one.startsWith('GET /track?'));
  expect(asked).toHaveLength(2);
  expect(asked[1]).toMatch(/cursor=/);
  // At the end of the list, nothing more is fetched.
  scrollToTheEnd();
  expect(wire.calls.filter((one) => one.startsWith('GET /track?'))).toHaveLength(2);

  act(() => history.back());
  await section('Most Popular');
  expect(currentUrl()).toBe('/');
  // The sections come from the cache (§9).
  expect(wire.calls.filter((one) => /^GET \/explore(\?|$)/.test(one))).toHaveLength(1);
});

it('an opened section plays all of its tracks, also those that are not shown yet', async () => {
  const titles = Array.from({ length: 30 }, (_, i) => `Song ${i}`);
  await publish(s, ...titles);
  const { user, player } = openPage(s, '/?section=trending');
  const queue = () => player.state().queue.entries.map(({ song }) => song.title);
  await user.click(await screen.findByRole('button', { name: 'Play all' }));
  // The four most popular tracks belong to the section before.
  await waitFor(() => expect(queue()).toEqual(titles.toReversed().slice(4)));
  await waitFor(() => expect(player.state().status).toBe('playing'));
  await user.click(screen.getByRole('button', { name: 'Shuffle' }));
  await waitFor(() => expect(queue()).not.toEqual(titles.toReversed().slice(4)));
  expect(queue().toSorted()).toEqual(titles.slice(0, -4).toSorted());
});

it('an opened section of a search plays what was found', async () => {
  await publish(s, 'Blue 1', 'Red', 'Blue 2');
  const { user, player } = openPage(s, '/?section=popular&q=blue');
  await user.click(await screen.findByRole('button', { name: 'Play all' }));
  await waitFor(() =>
    expect(player.state().queue.entries.map(({ song }) => song.title)).toEqual(['Blue 2', 'Blue 1']),
  );
});

it('keeps the list when its next page fails, and fetches it again only when asked', async () => {
  await publish(s, ...Array.from({ length: 30 }, (_, i) => `Song ${i}`));
  const { user, wire } = openPage(s, '/?section=popular');
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(24));
  const fetched = () => wire.calls.filter((one) => /^GET \/track\?.*cursor=/.test(one));
  wire.failing = /./;
  scrollToTheEnd();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('You seem to be offline');
  expect(screen.getAllByRole('article')).toHaveLength(24);
  // The end of the list is still in view.
  scrollToTheEnd();
  expect(fetched()).toHaveLength(1);
  wire.failing = undefined;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(30));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('links to the song requests', async () => {
  const { user } = openPage(s, '/');
  await user.click(await screen.findByRole('link', { name: 'Request a song' }));
  expect(currentUrl()).toBe('/leaderboard');
  await screen.findByRole('heading', { level: 1, name: 'Song requests' });
});

it('a card shows cover, title, artist and duration', async () => {
  await publish(s, 'Plain');
  openPage(s, '/');
  const [card] = within(await section('New Releases')).getAllByRole('article', { name: 'Plain' });
  expect(card!.querySelector('img')!.getAttribute('src')).toBe('/default-cover.svg');
  expect(within(card!).getByText('The Marlow Trio')).toBeTruthy();
  expect(card!.textContent).toContain('Duration 1:00');
  expect(within(card!).getByRole('button', { name: 'Play Plain' })).toBeTruthy();
});

it('a Hebrew title and an Arabic artist run from right to left, on the card and in the player', async () => {
  await publishTrack(s.c, { title: 'שיר חדש', display_artist: 'أم كلثوم' });
  const { user } = openPage(s, '/');
  await user.click((await screen.findAllByRole('button', { name: 'Play שיר חדש' }))[0]!);
  const player = await screen.findByRole('region', { name: 'Player' });
  for (const text of ['שיר חדש', 'أم كلثوم']) {
    await within(player).findByText(text);
    for (const shown of screen.getAllByText(text)) expect(shown.getAttribute('dir')).toBe('auto');
  }
});

it('shows the default cover when a cover does not load', async () => {
  const cover = 'https://elsewhere.example/gone.png';
  await publishTrack(s.c, { title: 'Covered', cover_image_url: cover });
  openPage(s, '/');
  const [card] = within(await section('New Releases')).getAllByRole('article', { name: 'Covered' });
  const picture = card!.querySelector('img')!;
  expect(picture.getAttribute('src')).toBe(cover);
  act(() => picture.dispatchEvent(new Event('error')));
  expect(picture.getAttribute('src')).toBe('/default-cover.svg');
});

it('a track in two sections has a different element id in each', async () => {
  await publish(s, 'Twice');
  openPage(s, '/');
  await section('Most Popular');
  const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  expect(screen.getAllByRole('article', { name: 'Twice' })).toHaveLength(2);
});
