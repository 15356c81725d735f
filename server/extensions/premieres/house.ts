import { Problem } from 'contract/errors.ts';
import {
  HOUSE_OPENS_MS,
  HOUSE_PEOPLE,
  PRESENCE_GONE_MS,
} from 'contract/extensions/hearing/premiere-constants.ts';
import type { House } from 'contract/extensions/hearing/premieres.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getRequest } from '../../features/song-requests/song-requests.ts';
import type { Context } from '../../platform/context.ts';
import {
  eventStreams,
  type StreamSettings,
  streamSettings,
} from '../../platform/http/connections/event-streams.ts';
import { rateLimit, tooMany, touch } from '../../platform/http/requests/rate-limit.ts';
import { type Found, findPremiere, publicOf, whyOver } from './premieres.ts';
import { deleteGuests, type Guest, selectHouses, upsertGuests } from './queries.ts';

export interface HouseSettings extends StreamSettings {
  /** From one write or read of the houses to the next, ms: however many come, a server makes so many statements. */
  everyMs: number;
  /** Interval between reads of houses where nobody came or went, ms: some vanish without a word. */
  lookEveryMs: number;
  /** Number of people at a premiere from which on visitors are no longer counted. */
  people: number;
}

export const houseSettings: HouseSettings = {
  ...streamSettings,
  everyMs: 2000,
  lookEveryMs: 15_000,
  people: HOUSE_PEOPLE,
};

/** Houses that are read and sent at once; the others wait for the next turn. */
const AT_ONCE = 25;
/** Lifetime of a cached premiere, ms: everybody who is there asks for it. */
const FOUND_MS = 5000;
/** Visitors' tabs of one address that come at once, and later for each second. */
const VISITORS = { burst: 100, perSecond: 0.2 };

/** Begins the message of a server where guests came or went; the others name a premiere that changed. */
const GUESTS = 'guests';
/** The wait of a visitor whom a full house does not count, seconds. */
const FULL_RETRY_S = 60;

interface PremiereHouses {
  start: () => Promise<void>;
  /** Turns the response into a stream of a premiere's events. @throws Problem `not_found`; as `eventStreams`. */
  subscribe: (request: FastifyRequest, reply: FastifyReply, request_id: string) => Promise<undefined>;
  /**
   * Notes that somebody is there, or leaves. Without a premiere that is open, nobody needs to leave.
   * @param address of a visitor, whose number is limited.
   * @throws Problem `not_found` without a premiere that is open; `too_many_requests`; `premiere_full` for visitors.
   */
  attend: (guest: Omit<Guest, 'seen_at'>, address: string | null, leaves: boolean) => Promise<void>;
  stop: () => void;
}

/**
 * Guests and events of the premieres, as server-sent events. Guests are rows, so that servers which share a database
 * count the same house; each server writes its guests and reads its houses every two seconds at most.
 */
export function premiereHouses(
  c: Context,
  settings: HouseSettings,
  onError: (error: unknown) => void,
): PremiereHouses {
  const streams = eventStreams(settings);
  const limit = rateLimit(VISITORS);
  const coming = new Map<string, Guest & { isNew: boolean }>();
  const leaving = new Map<string, Guest>();
  /** Times at which this server last heard of each guest, by premiere; the one of longest ago comes first. */
  const known = new Map<string, Map<string, number>>();
  const found = new Map<string, { at: number; premiere: Promise<Found | undefined> }>();
  /** Last event to each open house, the houses to read, and those whose premiere may have changed. */
  const sent = new Map<string, string>();
  const toRead = new Set<string>();
  const toTell = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let looking: NodeJS.Timeout | undefined;
  let listener = { stop: () => {} };
  let stopped = false;

  const find = (id: string): Promise<Found | undefined> => {
    const before = found.get(id);
    const now = c.clock();
    if (before && now - before.at < FOUND_MS && now >= before.at) return before.premiere;
    const premiere = getRequest(c.db, null, id).then((request) => findPremiere(c, request));
    premiere.catch(() => found.delete(id));
    touch(found, id, { at: now, premiere });
    return premiere;
  };

  /** Guests of a premiere whom this server knows, without those who vanished. */
  const guestsOf = (id: string): Map<string, number> => {
    const guests = known.get(id) ?? new Map<string, number>();
    const gone = c.clock() - PRESENCE_GONE_MS;
    for (const [guest, seen_at] of guests) {
      if (seen_at > gone) break;
      guests.delete(guest);
    }
    if (guests.size === 0) known.delete(id);
    return guests;
  };

  const schedule = () => {
    if (!stopped) timer ??= setTimeout(turn, settings.everyMs);
  };
  const read = (id: string) => {
    toRead.add(id);
    schedule();
  };

  async function turn(): Promise<void> {
    try {
      await writeGuests();
      for (const id of [...toTell].slice(0, AT_ONCE)) await tell(id);
      await sendHouses();
    } catch (error) {
      if (!stopped) onError(error);
    }
    timer = undefined;
    if (toRead.size > 0 || toTell.size > 0 || coming.size > 0 || leaving.size > 0) schedule();
  }

  async function writeGuests(): Promise<void> {
    const [came, left] = [[...coming.values()], [...leaving.values()]];
    if (came.length === 0 && left.length === 0) return;
    coming.clear();
    leaving.clear();
    const changed = new Set([...left, ...came.filter(({ isNew }) => isNew)].map((one) => one.request_id));
    const ids = [...changed].slice(0, AT_ONCE);
    // Notifications are sent when a transaction commits.
    await c.db.transaction().execute(async (tx) => {
      if (came.length > 0) await upsertGuests(tx, c.engine, came);
      if (left.length > 0) await deleteGuests(tx, left, 0);
      if (ids.length > 0) await c.engine.notify('premiere', `${GUESTS} ${ids.join(' ')}`).execute(tx);
    });
  }

  async function sendHouses(): Promise<void> {
    const open = streams.topics();
    for (const id of toRead) if (!open.has(id)) toRead.delete(id);
    for (const id of sent.keys()) if (!open.has(id)) sent.delete(id);
    const ids = [...toRead].slice(0, AT_ONCE);
    for (const id of ids) toRead.delete(id);
    if (ids.length === 0) return;
    for (const [id, house] of await selectHouses(c.db, c.engine, ids, c.clock())) {
      const text = eventOf('house', house);
      if (sent.get(id) === text) continue;
      sent.set(id, text);
      streams.send(text, id);
    }
  }

  /** Tells those who are there what has become of a premiere. */
  async function tell(id: string): Promise<void> {
    toTell.delete(id);
    found.delete(id);
    if (!streams.topics().has(id)) return;
    const premiere = await find(id).catch(() => undefined);
    const now = premiere ? { premiere: publicOf(premiere), why: null } : null;
    streams.send(eventOf('premiere', now ?? { premiere: null, why: await whyOver(c.db, id) }), id);
  }

  async function onMessage(message: string): Promise<void> {
    const ids = message.split(' ');
    const isOfGuests = ids[0] === GUESTS;
    const open = streams.topics();
    for (const id of ids) if (open.has(id)) read(id);
    if (!isOfGuests) await tell(message);
  }

  return {
    start: async () => {
      listener = await c.engine.listen('premiere', {
        onMessage: (message) => void onMessage(message).catch(onError),
        // What happened meanwhile was not heard.
        onReconnect: () => {
          for (const id of streams.topics()) toTell.add(id);
          for (const id of streams.topics()) read(id);
        },
      });
      looking = setInterval(() => {
        for (const id of known.keys()) guestsOf(id);
        for (const id of streams.topics()) read(id);
      }, settings.lookEveryMs);
    },
    async subscribe(request, reply, id) {
      // Streams of what is none would take turns from the houses.
      if (!(await find(id))) throw new Problem('not_found');
      streams.open(request, reply, sent.get(id) ?? 'id: 0\n\n', id);
      read(id);
    },
    async attend(who, address, leaves) {
      const now = c.clock();
      const guest = { ...who, seen_at: now };
      const { request_id: id } = who;
      const key = keyOf(guest);
      const premiere = await find(id);
      const isOpen =
        premiere?.ends_at != null && premiere.starts_at - HOUSE_OPENS_MS <= now && premiere.ends_at > now;
      const guests = guestsOf(id);
      if (leaves) {
        if (!isOpen) return;
        coming.delete(key);
        guests.delete(who.guest);
        leaving.set(key, guest);
        return schedule();
      }
      if (!isOpen) throw new Problem('not_found');
      const isNew = !guests.has(who.guest);
      if (address !== null && isNew) {
        if (guests.size >= settings.people)
          throw new Problem('premiere_full', undefined, { retry_after: FULL_RETRY_S });
        const wait = limit(address, now);
        if (wait > 0) throw tooMany(wait);
      }
      known.set(id, guests);
      touch(guests, who.guest, now);
      leaving.delete(key);
      coming.set(key, { ...guest, isNew: isNew || coming.get(key)?.isNew === true });
      schedule();
    },
    stop() {
      stopped = true;
      listener.stop();
      clearTimeout(timer);
      clearInterval(looking);
      streams.close();
    },
  };
}

const keyOf = ({ request_id, guest }: Guest) => `${request_id} ${guest}`;

const eventOf = (event: string, data: House | object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
