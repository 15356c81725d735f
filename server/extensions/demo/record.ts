import { EventEmitter } from 'node:events';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Recording } from 'contract/features/tracks.ts';
import { COVER_MAIN_WIDTH } from 'contract/pictures/covers.ts';
import { saveTrack } from '../../features/library/library.ts';
import { seedPlays } from '../../features/plays/plays.ts';
import { WRITTEN } from '../../features/publishing/publishing.ts';
import { insertTrack } from '../../features/tracks/tracks.ts';
import type { Context } from '../../platform/context.ts';
import { DEMO_CATALOGUE, getSetting, initSetting } from '../../platform/db/settings.ts';
import { emit } from '../../platform/jobs.ts';
import { runWorker } from '../../platform/workers/run-worker.ts';
import { seedApplause } from '../applause/applause.ts';
import { updateCharts } from '../charts/charts.ts';
import { demoAccounts, knownIds, tracksExist } from './accounts.ts';
import { selectPeople } from './people.ts';
import { audienceOf, type Piece, pieces } from './pieces.ts';
import type { Recorded } from './studio-worker.ts';

/** More recordings at once would leave too little processor time for the site. */
const MAX_STUDIOS = 4;

const STUDIO = path.join(import.meta.dirname, 'studio-worker.ts');

/** The demo accounts that listen, applaud and save; the others start with nothing. */
const LISTENERS = demoAccounts
  .filter(({ tier }) => tier === 'premium' || tier === 'platinum')
  .map(({ email }) => email);

/** A recording takes seconds and less than half of this memory. */
const SECONDS_EACH = 300;
const LIMITS = { name: 'recording', bytes: 800 * 1024 * 1024, heapMb: 384 };

export interface Band {
  /** Resolves when everything is recorded or the band was stopped. Never rejects: failures are logged. */
  start: (c: RecordingContext) => Promise<void>;
  stop: () => void;
}

type RecordingContext = Pick<Context, 'db' | 'engine' | 'media' | 'clock'> & { band: RecordingProgress };

/** Receives progress and failures. */
interface BandLog {
  info: (line: string) => void;
  error: (message: string, error: unknown) => void;
}

/**
 * Records the demo catalogue while the site is up, in a few child processes that share its pieces. Tracks that exist
 * are not recorded again, so a start after a crash continues where the last one ended.
 */
export function houseBand(
  log: BandLog = { info: console.log, error: console.error },
  studio: string = STUDIO,
): Band {
  const stopped = new AbortController();
  const start = async (c: RecordingContext) => {
    try {
      await recordCatalogue(c, studio, stopped.signal, log.info);
    } catch (error) {
      if (!stopped.signal.aborted)
        log.error('The house band stopped. The next start continues from here.', error);
    } finally {
      report(c.band, null);
    }
  };
  return { stop: () => stopped.abort(), start };
}

async function recordCatalogue(
  c: RecordingContext,
  script: string,
  stop: AbortSignal,
  log: (line: string) => void,
): Promise<void> {
  const startedAt = await claim(c);
  if (startedAt === undefined) return;
  const known = await knownIds(
    c.db,
    pieces.map((piece) => piece.id),
  );
  const waiting = pieces.filter((piece) => !known.has(piece.id));
  if (waiting.length === 0) return;
  log(`The house band is recording its catalogue: ${known.size} of ${pieces.length} tracks exist.`);
  report(c.band, { done: known.size, total: pieces.length, current: null });

  // One that fails ends the others: the next start continues from there.
  const failed = new AbortController();
  const signal = AbortSignal.any([stop, failed.signal]);
  const publishPiece = async (piece: Piece, recorded: Recorded, seconds: number) => {
    signal.throwIfAborted();
    await publish(c, piece, recorded, startedAt);
    const done = c.band.now!.done + 1;
    report(c.band, { done, total: pieces.length, current: recorded.title });
    const took = `${seconds.toFixed(1)} s`;
    log(`  ${done} of ${pieces.length}: "${recorded.title}" by ${recorded.display_artist} (${took})`);
  };
  const studios = Math.min(MAX_STUDIOS, availableParallelism(), Math.max(1, waiting.length - 1));
  // The first studio has the machine for itself until it has a piece, because somebody waits for something to play.
  const opened = Promise.withResolvers<void>();
  const work = async (studio: number) => {
    if (studio > 0) await opened.promise;
    // The first studio begins earlier, so it has the first two.
    const share = waiting.filter((_, i) => Math.max(0, i - 1) % studios === studio);
    const queue = [...share];
    let began = performance.now();
    let published = Promise.resolve();
    const onProgress = (recorded: Recorded) => {
      const [piece, now] = [queue.shift()!, performance.now()];
      const seconds = (now - began) / 1000;
      opened.resolve();
      began = now;
      published = published.then(() => publishPiece(piece, recorded, seconds));
      published.catch((error) => failed.abort(error));
    };
    const limits = { ...LIMITS, seconds: SECONDS_EACH * share.length };
    await runWorker<void, Recorded>(script, share, { ...limits, signal, onProgress });
    await published;
  };
  try {
    await Promise.all(Array.from({ length: studios }, (_, studio) => work(studio).finally(opened.resolve)));
  } catch (error) {
    failed.abort(error);
    throw error;
  }
  if (stop.aborted) return;
  await updateCharts(c);
  log('The whole catalogue is recorded.');
}

/** Start of the demo catalogue's recording; undefined if the tracks in the database are not the demo's. */
async function claim(c: RecordingContext): Promise<number | undefined> {
  const begun = await getSetting(c.db, DEMO_CATALOGUE);
  if (begun !== undefined) return Number(begun);
  if (await tracksExist(c.db)) return undefined;
  return Number(await initSetting(c.db, DEMO_CATALOGUE, String(c.clock())));
}

/** Stores the files before the row, so that no track is ever visible without its audio. */
async function publish(
  c: RecordingContext,
  piece: Piece,
  recorded: Recorded,
  startedAt: number,
): Promise<void> {
  const { audio, waveform, cover, genre, ...facts } = recorded;
  const [audio_url, waveform_json_url, cover_image_url] = await Promise.all([
    c.media.put(audio, 'mp3'),
    c.media.put(Buffer.from(JSON.stringify(waveform)), 'json'),
    c.media.putWidths(cover, COVER_MAIN_WIDTH),
  ]);
  const { released, popularity, listens, claps } = audienceOf(piece, startedAt);
  const { id: track_id, plays } = piece;
  const seconds = facts.duration_seconds;
  const members = await selectPeople(c.db, LISTENERS);
  const byListener = <T extends { person: number }>({ person, ...event }: T) => {
    const user_id = members[person]?.id ?? null;
    return { ...event, user_id, listener: user_id ? `user:${user_id}` : `demo:${person}` };
  };
  const isNew = await c.db.transaction().execute(async (tx) => {
    // Another server on the same database may have recorded it meanwhile.
    if ((await knownIds(tx, [piece.id])).size > 0) return false;
    await insertTrack(
      tx,
      {
        ...facts,
        id: piece.id,
        audio_url,
        waveform_json_url,
        cover_image_url,
        created_at: released,
        updated_at: released,
        is_deleted: 0,
        release_date: new Date(released).toISOString(),
        preview_url: null,
        provider: 'Ovation house band',
        prompt_text: piece.description,
        seed: piece.seed,
        rights_status: 'original',
        popularity,
        plays,
      },
      genre,
    );
    await emit(tx, c.engine, WRITTEN, { id: track_id }, c.clock());
    await seedPlays(tx, track_id, seconds, listens.map(byListener));
    await seedApplause(tx, track_id, seconds, claps.map(byListener));
    return true;
  });
  const fans = new Set(isNew ? claps.flatMap(({ person }) => members[person]?.id ?? []) : []);
  for (const id of fans) await saveTrack(c, id, track_id);
}

/** The progress of the demo catalogue, with an event for every change. */
export interface RecordingProgress extends EventEmitter<{ progress: [Recording | null] }> {
  now: Recording | null;
}

export function noRecording(): RecordingProgress {
  return Object.assign(new EventEmitter<{ progress: [Recording | null] }>(), { now: null });
}

export function report(progress: RecordingProgress, now: Recording | null): void {
  progress.now = now;
  progress.emit('progress', now);
}
