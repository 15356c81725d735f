import { createHash } from 'node:crypto';
import { createReadStream, type Dirent } from 'node:fs';
import { copyFile, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Problem } from 'contract/errors.ts';
import { AUDIO_MAX_BYTES, COVER_MAX_BYTES } from 'contract/features/publishing-constants.ts';
import { knownGenre } from 'contract/genre-names.ts';
import { findSound } from 'music/analysis/sniff.ts';
import { readTags } from 'music/analysis/tags.ts';
import {
  PROCESS,
  processing,
  queueUpload,
  storeAudio,
  storeCover,
} from '../../features/publishing/publishing.ts';
import type { Context } from '../../platform/context.ts';
import { type CliCommand, CommandFailed } from '../../platform/feature.ts';
import { startWorker } from '../../platform/jobs.ts';
import { mediaTypes } from '../../platform/media/store.ts';
import { playedBy, publishByTags } from './publish-by-tags.ts';

const AUDIO = /\.(mp3|wav|flac|ogg|oga|opus|m4a)$/i;
const PICTURES = /^(cover|folder|front)\.(jpe?g|png|webp)$/i;
/** Files, and folders inside of each other, that are looked at. */
const MAX_FILES = 100_000;
const MAX_DEPTH = 20;
/** More than any lyrics, bytes. */
const MAX_LYRICS = 256 * 1024;
/** Processing one file, ms. */
const WAIT_MS = 30 * 60_000;

/** A file, whose name may be in any encoding. */
interface Found {
  path: Buffer;
  /** Below the folder, as it is shown. */
  name: string;
  lyrics?: Buffer | undefined;
  cover?: Buffer | undefined;
}

interface Result {
  name: string;
  /** Reason for skipping it. */
  skipped: string;
}

export const importCommand: CliCommand<Context> = {
  expects: 1,
  options: ['dry-run', 'genre'],
  usage: `  import FOLDER [--genre GENRE] [--dry-run]
                           publishes the audio files of a folder by their tags, with covers and lyrics beside them;
                           run it again to go on. --genre is for files whose own is missing or not one of ours`,
  run: async (c, [folder], { genre, 'dry-run': isDry }) => {
    if (genre !== undefined && knownGenre(String(genre)) === undefined)
      throw new CommandFailed(`There is no genre "${genre}".`);
    const given = { genre: knownGenre(String(genre ?? '')), isDry: isDry === true };
    const worker = isDry ? undefined : startWorker(c, { [PROCESS]: processing }, () => {});
    try {
      return await importFolder(c, folder!, given, (line) => process.stderr.write(line));
    } finally {
      await worker?.stop();
    }
  },
};

/**
 * Publishes the audio files below a folder, one after another.
 * @param print receives a line of progress for each file.
 * @returns the report.
 * @throws CommandFailed if the folder cannot be read.
 */
export async function importFolder(
  c: Context,
  folder: string,
  given: { genre: string | undefined; isDry: boolean },
  print: (line: string) => void,
): Promise<string> {
  const skipped: Result[] = [];
  const files = await audioIn(Buffer.from(folder), '', skipped, 0).catch((error) => {
    throw new CommandFailed(`${folder} cannot be read (${error.code ?? error.message}).`);
  });
  const seen = new Map<string, string>();
  let [published, known] = [0, 0];
  for (const [i, file] of files.entries()) {
    print(`\r\x1b[K${barOf(i / files.length)} ${i} of ${files.length}  ${file.name.slice(-60)}`);
    try {
      const hash = await hashOf(file);
      const twin = seen.get(hash);
      seen.set(hash, file.name);
      if (twin !== undefined) throw new Problem('bad_input', `It is the same file as ${twin}.`);
      const urls = Object.keys(mediaTypes).map((ending) => `/media/${hash}.${ending}`);
      if ((await playedBy(c, urls)) !== undefined) known++;
      else {
        await importFile(c, file, given);
        published++;
      }
    } catch (error) {
      const isOfFile = error instanceof Problem || (error as NodeJS.ErrnoException).syscall !== undefined;
      if (!isOfFile || (error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
      skipped.push({ name: file.name, skipped: (error as Error).message });
    }
  }
  print(files.length > 0 ? `\r\x1b[K${barOf(1)} ${files.length} of ${files.length}\n` : '');
  const verb = given.isDry ? 'Would publish' : 'Published';
  const summary = `${verb} ${published}. Already here: ${known}. Skipped: ${skipped.length}${skipped.length > 0 ? ':' : '.'}`;
  return [summary, ...skipped.map(({ name, skipped }) => `  ${name}: ${skipped}`)].join('\n');
}

const BAR = 20;
const barOf = (share: number) => `[${'#'.repeat(Math.floor(share * BAR)).padEnd(BAR)}]`;

/** The audio files below a folder, by name. Links are not followed: they could lead out of it. */
async function audioIn(folder: Buffer, below: string, skipped: Result[], depth: number): Promise<Found[]> {
  const entries: Dirent<Buffer>[] = await readdir(folder, { withFileTypes: true, encoding: 'buffer' });
  const at = (name: Buffer) => Buffer.concat([folder, Buffer.from(path.sep), name]);
  const named = entries.map((entry) => ({ entry, path: at(entry.name), name: textOf(entry.name) }));
  const find = (wanted: (name: string) => boolean) =>
    named.find(({ entry, name }) => entry.isFile() && wanted(name))?.path;
  const cover = find((name) => PICTURES.test(name));
  const found: Found[] = [];
  for (const { entry, path, name } of named.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const shown = below + name.replace(/\p{Cc}/gu, '?');
    if (entry.isDirectory()) {
      if (depth === MAX_DEPTH) skipped.push({ name: shown, skipped: 'Its folders go too deep.' });
      else found.push(...(await audioIn(path, `${shown}/`, skipped, depth + 1)));
    } else if (AUDIO.test(name)) {
      const words = name.replace(AUDIO, '.lrc').toLowerCase();
      if (entry.isFile())
        found.push({ path, name: shown, cover, lyrics: find((other) => other.toLowerCase() === words) });
      else skipped.push({ name: shown, skipped: 'It is a link, not a file.' });
    }
    if (found.length > MAX_FILES) throw new Error(`more than ${MAX_FILES} files`);
  }
  return found;
}

/** Text in UTF-8 or, if it cannot be that, in the encoding of old Windows. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Of the content, as the store names files. @throws Problem `too_large`, `bad_audio`. */
async function hashOf({ path }: Found): Promise<string> {
  const { size } = await stat(path);
  if (size === 0) throw new Problem('bad_audio', 'It is empty.');
  if (size > AUDIO_MAX_BYTES)
    throw new Problem('too_large', `It is larger than ${AUDIO_MAX_BYTES / 1024 / 1024} MB.`);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex').slice(0, 32);
}

async function importFile(
  c: Context,
  file: Found,
  { genre, isDry }: { genre: string | undefined; isDry: boolean },
): Promise<void> {
  const part = c.media.workFile();
  try {
    await copyFile(file.path, part);
    const lyrics = file.lyrics && (await lyricsOf(file.lyrics));
    const title = path.parse(file.name).name.replace(/^\d{1,3}[\s._-]+/, '') || undefined;
    if (isDry) return await assertPublishable(part, genre);
    const { url, bytes } = await storeAudio(c, part);
    const upload = { url, bytes, user_id: null, file_name: file.name.slice(-255), take_id: null };
    await c.db.transaction().execute((tx) => queueUpload(tx, c, upload));
    await publishByTags(
      c,
      upload,
      { genre, lyrics, title, cover: () => coverOf(c, file) },
      AbortSignal.timeout(WAIT_MS),
    );
  } finally {
    await rm(part, { force: true });
  }
}

/** The text beside a file; one that is too long for lyrics is left out. */
const lyricsOf = async (file: Buffer) =>
  (await stat(file)).size <= MAX_LYRICS ? textOf(await readFile(file)) : undefined;

/** Checks a file without decoding it. @throws Problem */
async function assertPublishable(file: string, genre: string | undefined): Promise<void> {
  const sound = await findSound(file);
  if (!sound) throw new Problem('bad_audio');
  const tags = await readTags(sound);
  if (tags.artist === null) throw new Problem('bad_input', 'Its tags name no artist.');
  if (!(knownGenre(tags.genre) ?? genre)) throw new Problem('bad_input', 'Its tags name no genre of ours.');
}

/** Stores the picture beside a file; one that cannot be used is left out. */
async function coverOf(c: Context, { cover }: Found): Promise<string | undefined> {
  if (!cover || (await stat(cover)).size > COVER_MAX_BYTES) return undefined;
  const part = c.media.workFile();
  try {
    await copyFile(cover, part);
    return await storeCover(c, part);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  } finally {
    await rm(part, { force: true });
  }
}
