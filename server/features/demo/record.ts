import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { COVER_MAIN_WIDTH } from 'contract/covers.ts';
import type { Context } from '../../context.ts';
import { remembered, rememberOnce } from '../../platform/db/settings.ts';
import { forgetTotal, insertTrack } from '../tracks/tracks.ts';
import { type Piece, pieces, standing } from './pieces.ts';
import { tell } from './progress.ts';
import { knownIds, tracksExist } from './queries.ts';
import type { Recorded } from './studio.ts';

/** More than this many recordings at once would leave the site no air. */
const MOST_STUDIOS = 4;

const DEMO_CATALOGUE = 'demo_catalogue';

/** The house band: `start` resolves when there is nothing left to record, `stop` ends it at once. */
export interface Band {
  start: (c: Context) => Promise<void>;
  stop: () => void;
}

/**
 * Records the demo catalogue in processes of their own while the site is up. What is already there is not
 * recorded again, so a start after a crash goes on where the last one was.
 */
export function houseBand(say: (line: string) => void = console.log): Band {
  const stopped = new AbortController();
  return { stop: () => stopped.abort(), start: (c) => recordCatalogue(c, stopped.signal, say) };
}

async function recordCatalogue(c: Context, stop: AbortSignal, say: (line: string) => void): Promise<void> {
  const startedAt = await claim(c);
  if (startedAt === undefined) return;
  const known = await knownIds(
    c.db,
    pieces.map((piece) => piece.id),
  );
  const waiting = pieces.filter((piece) => !known.has(piece.id));
  if (waiting.length === 0) return;
  say(`The house band records its catalogue: ${known.size} of ${pieces.length} are there.`);
  tell(c.band, { done: known.size, total: pieces.length, current: null });

  const work = async () => {
    for (let piece = waiting.shift(); piece && !stop.aborted; piece = waiting.shift()) {
      const began = performance.now();
      const recorded = await recordInOwnProcess(piece, stop);
      await publish(c, piece, recorded, startedAt);
      const done = c.band.now!.done + 1;
      tell(c.band, { done, total: pieces.length, current: recorded.title });
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      say(`  ${done} of ${pieces.length}: "${recorded.title}" by ${recorded.display_artist} (${seconds} s)`);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(MOST_STUDIOS, availableParallelism()) }, work));
    if (!stop.aborted) say('The whole catalogue is recorded.');
  } catch (error) {
    if (!stop.aborted) console.error('The house band had to stop; the next start goes on from here.', error);
  } finally {
    tell(c.band, null);
  }
}

/** When this installation's demo catalogue was begun; undefined when its tracks are somebody's own. */
async function claim(c: Context): Promise<number | undefined> {
  const begun = await remembered(c.db, DEMO_CATALOGUE);
  if (begun !== undefined) return Number(begun);
  if (await tracksExist(c.db)) return undefined;
  return Number(await rememberOnce(c.db, DEMO_CATALOGUE, String(c.clock())));
}

function recordInOwnProcess(piece: Piece, signal: AbortSignal): Promise<Recorded> {
  return new Promise((resolve, reject) => {
    const studio = fork(path.join(import.meta.dirname, 'studio.ts'), { serialization: 'advanced', signal });
    let recorded: Recorded | undefined;
    studio.once('message', (message) => {
      recorded = message as Recorded;
    });
    studio.once('error', reject);
    studio.once('exit', (code) =>
      recorded ? resolve(recorded) : reject(new Error(`A recording ended with code ${code}.`)),
    );
    studio.send(piece);
  });
}

/** Files first, then the row: nobody ever sees a track whose sound is not there. */
async function publish(c: Context, piece: Piece, recorded: Recorded, startedAt: number): Promise<void> {
  const { audio, waveform, cover, genre, ...facts } = recorded;
  const [audio_url, waveform_json_url, cover_image_url] = await Promise.all([
    c.media.put(audio, 'mp3'),
    c.media.put(Buffer.from(JSON.stringify(waveform)), 'json'),
    c.media.putWidths(cover, COVER_MAIN_WIDTH),
  ]);
  const { released, popularity } = standing(pieces.indexOf(piece), startedAt);
  await c.db.transaction().execute(async (tx) => {
    // Another server of the same database may have been faster.
    if ((await knownIds(tx, [piece.id])).size > 0) return;
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
      },
      genre,
    );
  });
  forgetTotal(c.db);
}
