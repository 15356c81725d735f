import { type ErrorCode, Problem } from 'contract/errors.ts';
import {
  drawSongCover,
  factsOf,
  publishTake,
  selectUpload,
} from '../../../features/publishing/publishing.ts';
import { getRequest, lockRequest, type RequestRow } from '../../../features/song-requests/song-requests.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import type { TakeTable } from '../../../platform/db/tables/extensions/studio.ts';
import type { TakeFacts, TakeSpec } from '../generator.ts';
import type { StudioContext } from '../studio-context.ts';
import { selectTake } from '../takes/take-queries.ts';
import { selectRanked } from './choice.ts';
import { storeReleasedFile } from './released-file.ts';

/** Limit of changes of choice while the file of the take ahead is written. */
const MAX_CHANGES = 3;
/** Errors of a take itself. */
const TAKE_FAULTS: ReadonlySet<string> = new Set<ErrorCode>(['take_not_ready', 'bad_audio']);
/** For how long after the choice anything else, such as a full disk, is waited for; ms. */
const RETRY_MS = 3_600_000;

/**
 * Releases a ready take as the song of its request, as an admin decides.
 * @returns the id of the track.
 * @throws Problem `not_found`, `take_not_ready`, `request_closed`.
 */
export async function releaseTake(c: StudioContext, request_id: string, take_id: string): Promise<string> {
  const take = await selectTake(c.db, take_id);
  if (take?.request_id !== request_id) throw new Problem('not_found');
  const files = await writeFiles(c, take);
  return c.db.transaction().execute(async (tx) => {
    const request = await lockRequest(tx, c.engine, request_id);
    return releaseLocked(tx, c, request, take, files);
  });
}

/**
 * Closes the choice of a request: releases the take that most people chose. Ties go to the take whose supporters
 * cast more votes, then to the earlier one. A take that cannot be released leaves the place to the next one.
 * @returns the id of the track.
 * @throws Problem `not_found`; `choice_closed` if there is none; `conflict` if choices keep changing; why the take
 *   ahead could not be released, if none could.
 */
export async function closeChoice(c: StudioContext, request_id: string): Promise<string> {
  const failures = new Map<string, unknown>();
  const findAhead = async (db: Db | Tx) =>
    (await selectRanked(db, request_id)).find(({ id }) => !failures.has(id));
  for (let changes = 0; changes < MAX_CHANGES; ) {
    const { status, choosing_ends_at } = await getRequest(c.db, null, request_id);
    if (status !== 'choosing') throw new Problem('choice_closed');
    const take = await findAhead(c.db);
    if (!take) throw failures.values().next().value ?? new Problem('take_not_ready');
    try {
      const files = await writeFiles(c, take);
      const released = await c.db.transaction().execute(async (tx) => {
        const request = await lockRequest(tx, c.engine, request_id);
        if (request.status !== 'choosing') throw new Problem('choice_closed');
        const winner = await findAhead(tx);
        return winner?.id === take.id ? releaseLocked(tx, c, request, winner, files) : undefined;
      });
      if (released !== undefined) return released;
      changes++;
    } catch (error) {
      const isOfTake = error instanceof Problem && TAKE_FAULTS.has(error.code);
      if (!isOfTake && c.clock() < choosing_ends_at! + RETRY_MS) throw error;
      failures.set(take.id, error);
    }
  }
  throw new Problem('conflict');
}

/** Released files of a take, by their paths on this server. */
interface Files {
  audio_url: string;
  cover_image_url: string | null;
}

/** Writes the file of a take with its tags, and draws a cover unless the file brought one. */
async function writeFiles(c: StudioContext, take: TakeTable): Promise<Files> {
  const upload = take.upload_id === null ? undefined : await selectUpload(c.db, take.upload_id);
  if (take.state !== 'ready' || !upload) throw new Problem('take_not_ready');
  const request = await getRequest(c.db, null, take.request_id);
  const files = { original_url: upload.url, audio_url: take.audio_url! };
  const facts: TakeFacts = JSON.parse(take.facts!);
  const audio_url = await storeReleasedFile(c.media, files, {
    title: request.title,
    display_artist: request.artist,
    facts,
    made_at: take.updated_at,
    page: c.publicUrl && `${c.publicUrl}/leaderboard/${request.id}`,
  });
  if (audio_url === undefined)
    throw new Problem('take_not_ready', 'The audio of this take is no longer here.');
  const own = factsOf(upload)?.tags.cover_url ?? null;
  if (own) return { audio_url, cover_image_url: own };
  const { seed }: TakeSpec = JSON.parse(take.spec);
  const { bpm, musical_key } = facts;
  const { title, genre } = request;
  const song = { title, genre, seed, bpm, musical_key, waveform_json_url: take.waveform_json_url };
  return { audio_url, cover_image_url: await drawSongCover(c, request.id, song) };
}

/** Publishes a take of a locked request, with where it came from. */
async function releaseLocked(
  tx: Tx,
  c: StudioContext,
  request: RequestRow,
  take: TakeTable,
  files: Files,
): Promise<string> {
  const { lyrics, ...facts }: TakeFacts = JSON.parse(take.facts!);
  const generator = c.generators.find(({ id }) => id === take.generator)?.name ?? take.generator;
  const track_id = await publishTake(tx, c, {
    upload_id: take.upload_id!,
    request_id: request.id,
    title: request.title,
    display_artist: request.artist,
    genre: request.genre,
    ...files,
    bpm: facts.bpm,
    musical_key: facts.musical_key,
    provider: generator,
    prompt_text: facts.prompt,
    seed: facts.seed,
    rights_status: facts.rights,
    lyrics: lyrics ?? null,
    heard: facts.heard,
  });
  const provenance = {
    track_id,
    request_id: request.id,
    facts: JSON.stringify({ ...facts, generator, made_at: take.updated_at }),
    created_at: c.clock(),
  };
  await tx
    .insertInto('provenance')
    .values({ ...provenance, take_id: take.id })
    // It was released before, withdrawn, and its request put back.
    .onConflict((conflict) => conflict.column('take_id').doUpdateSet(provenance))
    .execute();
  return track_id;
}
