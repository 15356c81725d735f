import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { Problem } from 'contract/errors.ts';
import { acceptsVotes } from 'contract/song-requests-constants.ts';
import type { SketchUpdate } from 'contract/studio.ts';
import { SKETCHES_PER_MINUTE } from 'contract/studio-constants.ts';
import type { FastifyReply } from 'fastify';
import { rateLimit, tooMany } from '../../platform/http/rate-limit.ts';
import { getRequestPage, type Reader } from '../song-requests/song-requests.ts';
import { playHook, type SketchOrder } from './generators/house-band.ts';
import type { StudioContext } from './studio-context.ts';

/** Sketches that are played at once, and how many may wait: a minute or so. */
const AT_ONCE = 2;
const MAX_WAITING = 40;
/** How long a sketch is kept in this server's memory, and how many are: some 20 MB. */
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
type Listener = (news: SketchUpdate) => void;

/** Sketches of requests that nobody has paid for yet. They live in this process alone: none is stored or published. */
export interface Sketches {
  /**
   * Tells how a sketch comes along: its place while it waits, its progress, and the sketch or a failure as the last news.
   * @returns a function that stops listening; a sketch that nobody waits for is not played.
   * @throws Problem `too_many_sketches` for this member; `unavailable` when too many wait, or the server stops.
   */
  ask: (user_id: string, order: SketchOrder, listener: Listener) => () => void;
  /** Ends all, and refuses new ones. */
  close: () => void;
}

export function openSketches(clock: () => number, play: Play, onError: (error: unknown) => void): Sketches {
  const limit = rateLimit({ burst: SKETCHES_PER_MINUTE, perSecond: SKETCHES_PER_MINUTE / 60 });
  const kept = new Map<string, { audio: string; until: number }>();
  /** By what was ordered, in the order in which they came. */
  const jobs = new Map<string, Job>();
  let playing = 0;
  let isClosed = false;

  const tell = ({ listeners }: Job, news: SketchUpdate) => {
    for (const listener of listeners) listener(news);
  };
  const waiting = () => [...jobs].filter(([, { isPlaying }]) => !isPlaying);
  const tellPlaces = () => {
    for (const [i, [, job]] of waiting().entries()) tell(job, { state: 'waiting', place: i + 1 });
  };

  function keep(key: string, audio: string): void {
    const now = clock();
    for (const [old, { until }] of kept) if (until <= now || kept.size >= MAX_KEPT) kept.delete(old);
    kept.set(key, { audio, until: now + KEPT_MS });
  }

  async function run(key: string, job: Job): Promise<void> {
    playing++;
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
      tell(job, { state: 'ready', audio });
    } catch (error) {
      if (!job.abort.signal.aborted) onError(error);
      tell(job, { state: 'failed' });
    }
    playing--;
    // A new one may have taken the place of one that was given up.
    if (jobs.get(key) === job) jobs.delete(key);
    startNext();
  }

  function startNext(): void {
    const next = waiting();
    for (const [key, job] of next.slice(0, Math.max(0, AT_ONCE - playing))) void run(key, job);
    tellPlaces();
  }

  function leave(key: string, job: Job, listener: Listener): void {
    job.listeners.delete(listener);
    if (job.listeners.size > 0 || jobs.get(key) !== job) return;
    jobs.delete(key);
    job.abort.abort(new Error('Nobody waits for this sketch.'));
    if (!job.isPlaying) tellPlaces();
  }

  return {
    ask(user_id, order, listener) {
      const wait = limit(user_id, clock());
      if (wait > 0) throw tooMany(wait, 'too_many_sketches');
      const key = keyOf(order);
      const known = kept.get(key);
      if (known && known.until > clock()) {
        listener({ state: 'ready', audio: known.audio });
        return () => {};
      }
      const isFull = waiting().length >= MAX_WAITING && !jobs.has(key);
      if (isClosed || isFull) throw new Problem('unavailable', undefined, { retry_after: 5 });
      const job = jobs.get(key) ?? {
        order,
        listeners: new Set(),
        abort: new AbortController(),
        isPlaying: false,
      };
      jobs.set(key, job);
      job.listeners.add(listener);
      startNext();
      return () => leave(key, job, listener);
    },
    close() {
      isClosed = true;
      for (const job of jobs.values()) {
        job.abort.abort(new Error('The server stops.'));
        if (!job.isPlaying) tell(job, { state: 'failed' });
      }
      jobs.clear();
    },
  };
}

/** The same words in the same genre are the same sketch for everybody. */
const keyOf = ({ genre, description }: SketchOrder) =>
  createHash('sha256').update(`${genre}\n${description}`).digest('base64url');

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

/** Answers with a line of JSON for each update, until the sketch is there, has failed, or the caller has left. */
export function sendSketch(reply: FastifyReply, ask: (listener: Listener) => () => void): FastifyReply {
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

/** What a sketch of a request is made of, while votes decide about it. @throws Problem `not_found`, `request_closed`. */
export async function sketchOrderOf(c: StudioContext, user: Reader, id: string): Promise<SketchOrder> {
  const { status, genre, description } = await getRequestPage(c, user, id);
  if (!acceptsVotes(status)) throw new Problem('request_closed');
  return { genre, description };
}
