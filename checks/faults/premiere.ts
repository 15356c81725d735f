import { randomUUID } from 'node:crypto';
import type { Premiere, PremiereState } from 'contract/extensions/hearing/premieres.ts';
import { type Reader, readEvents } from '../../server/testing/events.ts';
import { callOnce } from './lib/calls.ts';
import { delay, type Result, type Stage, waitFor } from './lib/scenario.ts';
import type { System } from './lib/system.ts';

/** The indexes of the member who asks for the songs, and of the one who publishes them. */
const [REQUESTER, ADMIN] = [0, 1];
/** Longer than the scenario, seconds. */
const SONG_SECONDS = 600;
const HOUR_MS = 3_600_000;
/** Releases that are under way when a server is killed. */
const RELEASES = 2;
/** Time within which a release is under way, ms. */
const RELEASE_MS = 100;
const HEARS_WITHIN_MS = 15_000;

interface Listener {
  member: number;
  server: number;
  reader: Reader;
}

/**
 * Kills each of two servers while a premiere plays and songs are released: who listened to it joins at the other
 * server, at the same second; everybody hears who comes and goes; each release is there, once, and its people are told.
 */
export async function killInPremiere({ system, requests }: Stage): Promise<Result> {
  const [playing, ...coming] = requests as [string, ...string[]];
  const { db } = system.database;
  const admin = system.members[ADMIN]!.id;
  await db.updateTable('account_status').set({ plan_tier: 'admin' }).where('user_id', '=', admin).execute();
  const broken = await release(system, playing, 0);
  const { premiere } = await stateOf(system, playing, 0);
  if (!premiere) throw new Error('A released song has no premiere.');
  const named = await nameTimes(system, coming);
  const late = system.members.length - 1;
  let listeners = await Promise.all(
    system.members.slice(0, late).map((_, member) => listen(system, playing, member, member % 2)),
  );
  await delay(premiere.starts_at - Date.now() + 500);
  let slowest = 0;
  for (const killed of [0, 1]) {
    const other = 1 - killed;
    const under = coming.slice(killed * RELEASES, (killed + 1) * RELEASES);
    const releases = Promise.all(under.map((id) => release(system, id, killed)));
    await delay(Math.random() * RELEASE_MS);
    await system.end('SIGKILL', killed);
    const killedAt = performance.now();
    listeners = await Promise.all(
      listeners.map(async (listener) => {
        if (listener.server === other) {
          await attend(system, playing, listener.member, other);
          return listener;
        }
        await listener.reader.ended;
        const joined = await listen(system, playing, listener.member, other);
        broken.push(...(await verifyJoin(system, premiere, other)));
        slowest = Math.max(slowest, performance.now() - killedAt);
        return joined;
      }),
    );
    broken.push(...(await releases).flat());
    for (const leaves of [false, true]) {
      await attend(system, playing, late, other, leaves);
      broken.push(...(await hearOf(listeners, late + (leaves ? 0 : 1))));
    }
    await system.start(killed);
    // Half of them go back.
    listeners = await Promise.all(
      listeners.map(async (listener) => {
        if (listener.member % 2 === other) return listener;
        listener.reader.stop();
        return listen(system, playing, listener.member, killed);
      }),
    );
  }
  for (const { reader } of listeners) reader.stop();
  broken.push(...(await verifyReleases(system, coming.slice(0, named.size), named)));
  const what = `2 kills, ${late} listeners join elsewhere within ${Math.round(slowest)} ms, ${named.size} releases`;
  return { what, broken };
}

/** Lets the requests choose among takes, and names when their songs are heard. @returns the times. */
async function nameTimes(system: System, coming: string[]): Promise<Map<string, number>> {
  const named = new Map<string, number>();
  for (const id of coming.slice(0, 2 * RELEASES)) {
    const starts_at = Date.now() + HOUR_MS;
    const choice = { stage: 'choosing', choosing_ends_at: starts_at } as const;
    await system.database.db.updateTable('song_request').set(choice).where('id', '=', id).execute();
    // One person may name three a day.
    const call = { method: 'PUT', member: named.size % 2 === 0 ? REQUESTER : ADMIN, body: { starts_at } };
    const { status } = await callOnce(system, `/requests/${id}/premiere`, call);
    if (status !== 200) throw new Error(`The time of a premiere was answered with ${status}.`);
    named.set(id, starts_at);
  }
  return named;
}

/** Releases a song; who gets no answer repeats it at the other server, where it may turn out to be released. */
async function release(system: System, request_id: string, server: number): Promise<string[]> {
  const song = { title: request_id, display_artist: 'Faults', genre: 'pop', duration_seconds: SONG_SECONDS };
  const body = { ...song, audio_url: 'https://faults.example/heard.mp3', request_id };
  for (let attempt = 0; ; attempt++) {
    const at = { member: ADMIN, server: server + attempt };
    const { status } = await callOnce(system, '/track', { method: 'POST', ...at, body });
    if (status === 201 || (status === 409 && attempt > 0)) return [];
    if (status !== 0 && status !== 503) return [`a release was answered with ${status}`];
    await delay(50);
  }
}

async function listen(system: System, id: string, member: number, server: number): Promise<Listener> {
  const reader = await readEvents(`${system.origins[server]}/requests/${id}/premiere/events`);
  if (reader.status !== 200) throw new Error(`A listener was answered with ${reader.status}.`);
  await attend(system, id, member, server);
  return { member, server, reader };
}

async function attend(system: System, id: string, member: number, server: number, leaves = false) {
  const body = { tab: randomUUID(), leaves };
  const call = { method: 'POST', member, server, body };
  const { status } = await callOnce(system, `/requests/${id}/premiere/presence`, call);
  if (status !== 200) throw new Error(`Somebody at a premiere was answered with ${status}.`);
}

const stateOf = async (system: System, id: string, server: number) =>
  (await callOnce(system, `/requests/${id}/premiere`, { server })).body as PremiereState;

/** A server says the same as the one that was killed, and agrees on the second that plays. */
async function verifyJoin(system: System, premiere: Premiere, server: number): Promise<string[]> {
  const broken: string[] = [];
  const state = await stateOf(system, premiere.request_id, server);
  if (JSON.stringify(state.premiere) !== JSON.stringify(premiere))
    broken.push(
      `another server says ${JSON.stringify(state.premiere)} instead of ${JSON.stringify(premiere)}`,
    );
  const before = Date.now();
  const { now } = (await callOnce(system, '/premieres/clock', { server })).body as { now: number };
  if (now < before || now > Date.now()) broken.push('another server plays another second');
  return broken;
}

/** Waits until every listener was told how many are there. */
async function hearOf(listeners: Listener[], people: number): Promise<string[]> {
  const heard = await Promise.all(
    listeners.map(({ reader }) => Promise.race([houseOf(reader, people), delay(HEARS_WITHIN_MS)])),
  );
  const deaf = heard.filter((isHeard) => !isHeard).length;
  return deaf > 0 ? [`${deaf} of ${listeners.length} listeners did not hear that ${people} are there`] : [];
}

async function houseOf(reader: Reader, people: number): Promise<true> {
  for (;;) {
    const { event, data } = await reader.next();
    if (event === 'house' && data.people === people) return true;
  }
}

/** Looks for releases that are missing or double, whose premiere is at another time, or of which nobody was told. */
async function verifyReleases(
  system: System,
  released: string[],
  named: Map<string, number>,
): Promise<string[]> {
  const { db } = system.database;
  const broken: string[] = [];
  const waiting = db
    .selectFrom('job')
    .where(({ eb, or }) => or(released.map((id) => eb('payload', 'like', `%${id}%`))))
    .where('run_at', 'is not', null)
    // The row of a periodic job keeps its last payload.
    .where('key', 'is', null)
    .select('id');
  // A dead server's leases expire.
  if (!(await waitFor(async () => (await waiting.execute()).length === 0, 60_000)))
    broken.push('jobs were left undone');
  const told = await db.selectFrom('notification').select(['request_id', 'kind']).execute();
  const tracks = await db.selectFrom('track').where('title', 'in', released).select('title').execute();
  for (const id of released) {
    const count = tracks.filter(({ title }) => title === id).length;
    if (count !== 1) broken.push(`a release made ${count} songs`);
    const { premiere } = await stateOf(system, id, 0);
    if (!premiere?.track_id || premiere.starts_at !== named.get(id))
      broken.push(`the premiere of a release is ${JSON.stringify(premiere)}`);
    for (const kind of ['request_released', 'request_premiere']) {
      const times = told.filter((one) => one.request_id === id && one.kind === kind).length;
      if (times !== 1) broken.push(`the requester was told ${times} times: ${kind}`);
    }
  }
  return broken;
}
