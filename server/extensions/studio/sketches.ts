import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { Problem } from 'contract/errors.ts';
import type { SketchUpdate } from 'contract/extensions/studio.ts';
import { SKETCHES_PER_MINUTE } from 'contract/extensions/studio-constants.ts';
import { acceptsVotes } from 'contract/features/song-requests-constants.ts';
import type { FastifyReply } from 'fastify';
import { getRequestWithLyrics, type Reader } from '../../features/song-requests/song-requests.ts';
import { type CurrentUser, ipBucket } from '../../platform/http/requests/caller.ts';
import { keyedCount, rateLimit, tooMany, touch } from '../../platform/http/requests/rate-limit.ts';
import { playHook, type SketchOrder } from './generators/house-band.ts';
import type { StudioContext } from './studio-context.ts';

/** Sketches that are played at once, and how many may wait of those who pay and of the others: a minute or so each. */
const AT_ONCE = 2;
const MAX_WAITING = 40;
/** Limit of people at one address who wait for a sketch or hear it being made. */
const PER_ADDRESS = 8;
/** Retention of sketches in this server's memory, ms, and their limit: some 20 MB. */
const KEPT_MS = 3_600_000;
const MAX_KEPT = 40;

/** Plays a sketch. @returns its MP3. */
type Play = (
  order: SketchOrder,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
) => Promise<Buffer>;

/** A sketch in the making, for everybody who has asked for the same words in the same genre. */
interface Job {
  order: SketchOrder;
  listeners: Set<Listener>;
  abort: AbortController;
  isPlaying: boolean;
}

interface Asker {
  user_id: string;
  /** The key of their address. */
  ip: string;
  pays: boolean;
}
type Hear = (news: SketchUpdate) => void;
interface Listener extends Asker {
  hear: Hear;
}

/** Listener whose turn counts. */
const ownerOf = ({ listeners: [...all] }: Job): Listener => all.find(({ pays }) => pays) ?? all[0]!;

/** Sketches of requests that nobody has paid for yet. They live in this process alone: none is stored or published. */
export interface Sketches {
  /**
   * Tells how a sketch comes along: its place while it waits, its progress, and the sketch or a failure as the last news.
   * Members who pay come first. Among those who do, and among the others, members take turns with one sketch at a time.
   * @returns a function that stops listening; a sketch that nobody waits for is not played.
   * @throws Problem `too_many_sketches` for this member; `too_many_requests` for their address; `unavailable` when too
   *   many wait, or the server stops.
   */
  ask: (asker: Asker, order: SketchOrder, hear: Hear) => () => void;
  /** Ends all, and refuses new ones. */
  close: () => void;
}

export function openSketches(clock: () => number, play: Play, onError: (error: unknown) => void): Sketches {
  const limit = rateLimit({ burst: SKETCHES_PER_MINUTE, perSecond: SKETCHES_PER_MINUTE / 60 });
  const kept = new Map<string, { audio: string; until: number }>();
  /** By what was ordered, in the order in which they came. */
  const jobs = new Map<string, Job>();
  const perAddress = keyedCount();
  /** The members whose sketches are being played. */
  const served = new Set<string>();
  /** Each member's last turn, as a number that grows. */
  const turns = new Map<string, number>();
  let turn = 0;
  let isClosed = false;

  const tell = ({ listeners }: Job, news: SketchUpdate) => {
    for (const { hear } of listeners) hear(news);
  };
  const remove = (job: Job, listener: Listener) => {
    if (job.listeners.delete(listener)) perAddress.add(listener.ip, -1);
  };
  /** Tells the last news. */
  const end = (job: Job, news: SketchUpdate) => {
    tell(job, news);
    for (const listener of job.listeners) remove(job, listener);
  };

  /** The sketches that wait, in the order of their turns. */
  function waiting() {
    const before = new Map<string, number>();
    return [...jobs]
      .filter(([, { isPlaying }]) => !isPlaying)
      .map(([key, job]) => {
        const { user_id, pays } = ownerOf(job);
        const round = before.get(user_id) ?? (served.has(user_id) ? 1 : 0);
        before.set(user_id, round + 1);
        return { key, job, user_id, pays, round, last: round === 0 ? (turns.get(user_id) ?? 0) : 0 };
      })
      .sort((a, b) => Number(b.pays) - Number(a.pays) || a.round - b.round || a.last - b.last);
  }
  const notifyOfPlaces = () => {
    for (const [i, { job }] of waiting().entries()) tell(job, { state: 'waiting', place: i + 1 });
  };

  function keep(key: string, audio: string): void {
    const now = clock();
    for (const [old, { until }] of kept) if (until <= now || kept.size >= MAX_KEPT) kept.delete(old);
    kept.set(key, { audio, until: now + KEPT_MS });
  }

  async function run(key: string, job: Job): Promise<void> {
    const { user_id } = ownerOf(job);
    served.add(user_id);
    touch(turns, user_id, ++turn);
    job.isPlaying = true;
    let progress = 0;
    const onProgress = (share: number) => {
      progress = Math.max(progress, share);
      tell(job, { state: 'making', progress });
    };
    onProgress(0);
    try {
      const audio = (await play(job.order, { signal: job.abort.signal, onProgress })).toString('base64');
      keep(key, audio);
      end(job, { state: 'ready', audio });
    } catch (error) {
      if (!job.abort.signal.aborted) onError(error);
      end(job, { state: 'failed' });
    }
    served.delete(user_id);
    // A new one may have taken the place of one that was given up.
    if (jobs.get(key) === job) jobs.delete(key);
    startNext();
  }

  function startNext(): void {
    for (const { key, job, user_id } of waiting())
      if (served.size < AT_ONCE && !served.has(user_id)) void run(key, job);
    notifyOfPlaces();
  }

  function leave(key: string, job: Job, listener: Listener): void {
    remove(job, listener);
    if (job.listeners.size > 0 || jobs.get(key) !== job) return;
    jobs.delete(key);
    job.abort.abort(new Error('Nobody waits for this sketch.'));
    if (!job.isPlaying) notifyOfPlaces();
  }

  return {
    ask(asker, order, hear) {
      const { user_id, ip, pays } = asker;
      const wait = limit(user_id, clock());
      if (wait > 0) throw tooMany(wait, 'too_many_sketches');
      const key = keyOf(order);
      const known = kept.get(key);
      if (known && known.until > clock()) {
        hear({ state: 'ready', audio: known.audio });
        return () => {};
      }
      if (perAddress.of(ip) >= PER_ADDRESS) throw tooMany(5000);
      const isFull = waiting().filter((one) => one.pays === pays).length >= MAX_WAITING && !jobs.has(key);
      if (isClosed || isFull) throw new Problem('unavailable', undefined, { retry_after: 5 });
      const job = jobs.get(key) ?? {
        order,
        listeners: new Set(),
        abort: new AbortController(),
        isPlaying: false,
      };
      jobs.set(key, job);
      const listener = { ...asker, hear };
      job.listeners.add(listener);
      perAddress.add(ip, 1);
      startNext();
      return () => leave(key, job, listener);
    },
    close() {
      isClosed = true;
      for (const job of jobs.values()) {
        job.abort.abort(new Error('The server stops.'));
        if (!job.isPlaying) end(job, { state: 'failed' });
      }
      jobs.clear();
    },
  };
}

/** The same words in the same genre are the same sketch for everybody. */
const keyOf = ({ genre, description, lyrics }: SketchOrder) =>
  createHash('sha256')
    .update([genre, description, ...(lyrics ? [lyrics] : [])].join('\n'))
    .digest('base64url');

/** The house band's sketches. */
export function bandSketches(
  c: Pick<StudioContext, 'clock' | 'media'>,
  onError: (error: unknown) => void,
): Sketches {
  const play: Play = async (order, options) => {
    const target = c.media.workFile();
    // The seed comes from the words: a request sounds the same to everybody.
    const seed = Number.parseInt(createHash('sha256').update(keyOf(order)).digest('hex').slice(0, 7), 16);
    try {
      await playHook({ ...order, seed }, target, options);
      return await readFile(target);
    } finally {
      await rm(target, { force: true });
    }
  };
  return openSketches(c.clock, play, onError);
}

/** The asker, as turns and limits need to know them. */
export const askerOf = ({ id, plan_tier }: CurrentUser, ip: string): Asker => ({
  user_id: id,
  ip: ipBucket(ip),
  pays: plan_tier !== 'free',
});

/** Answers with a line of JSON for each update, until the sketch is there, has failed, or the caller has left. */
export function sendSketch(reply: FastifyReply, ask: (hear: Hear) => () => void): FastifyReply {
  const lines = new PassThrough();
  const leave = ask((news) => {
    const line = `${JSON.stringify(news)}\n`;
    if (news.state === 'ready' || news.state === 'failed') lines.end(line);
    else lines.write(line);
  });
  reply.raw.once('close', leave);
  return reply
    .headers({
      'content-type': 'application/x-ndjson',
      'cache-control': 'no-store, no-transform',
      // Keeps proxies from holding back the lines.
      'x-accel-buffering': 'no',
    })
    .send(lines);
}

/** The order for a sketch of a request, while votes decide about it. @throws Problem `not_found`, `request_closed`. */
export async function sketchOrderOf(c: StudioContext, user: Reader, id: string): Promise<SketchOrder> {
  const { status, genre, description, lyrics } = await getRequestWithLyrics(c.db, user, id);
  if (!acceptsVotes(status)) throw new Problem('request_closed');
  return { genre, description, lyrics };
}
