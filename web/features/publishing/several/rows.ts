import { t } from '@lingui/core/macro';
import type { AudioFacts, Upload } from 'contract/features/publishing.ts';
import {
  ARTIST_REQUIRED,
  AUDIO_MAX_BYTES,
  GENRE_REQUIRED,
  TITLE_REQUIRED,
  TRACK_NAME_MAX,
} from 'contract/features/publishing-constants.ts';
import { knownGenre } from 'contract/genre-names.ts';
import { call, sentenceOf } from '../../../lib/http/api.ts';
import { say } from '../../../lib/i18n.ts';
import { session } from '../../../lib/storage/session-token.ts';
import { createStore } from '../../../lib/store.ts';
import { sendFile } from '../form/file-upload.ts';
import { discard } from '../form/use-audio.ts';

/** Files that are published together. */
export const MOST_FILES = 20;
/** Uploads at a time; the others wait. */
const AT_ONCE = 2;

export interface RowFields {
  title: string;
  display_artist: string;
  genre: string;
  lyrics: string;
}

/** One file on its way to a track. */
export interface Row {
  key: number;
  file: File;
  state: 'waiting' | 'uploading' | 'processing' | 'failed' | 'ready' | 'publishing' | 'published';
  /** Of the upload, 0 to 1. */
  progress: number;
  upload: Pick<Upload, 'id' | 'url'> | null;
  fields: RowFields;
  cover: string | null;
  /** By its tags, ISO 8601. */
  release_date: string | null;
  /** Reason for the failure or the refusal. */
  error: string | null;
}

const NONE: RowFields = { title: '', display_artist: '', genre: '', lyrics: '' };

/** The rows of this tab. They stay while other pages are open. */
export const rows = createStore<readonly Row[]>([]);

let lastKey = 0;
const uploads = new Map<number, AbortController>();

const isUnsaved = ({ state }: Row) => state !== 'published';

/** Asks before rows that are not published are lost with the page. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

function update(next: readonly Row[]): void {
  rows.set(next);
  if (next.some(isUnsaved)) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
}

export const change = (key: number, changes: Partial<Row>) =>
  update(rows.get().map((row) => (row.key === key ? { ...row, ...changes } : row)));

const find = (key: number) => rows.get().find((row) => row.key === key);

/** Adds files as rows and uploads them. @returns the number of files that did not fit. */
export function add(files: readonly File[]): number {
  const room = MOST_FILES - rows.get().filter(isUnsaved).length;
  const added = files.slice(0, room).map((file): Row => {
    const isLarge = file.size > AUDIO_MAX_BYTES;
    return {
      ...{ key: ++lastKey, file, state: isLarge ? 'failed' : 'waiting', progress: 0, upload: null },
      ...{ fields: NONE, cover: null, release_date: null },
      error: isLarge ? t`It is larger than ${{ megabytes: AUDIO_MAX_BYTES / 1024 / 1024 }} MB.` : null,
    };
  });
  update([...rows.get(), ...added]);
  uploadNext();
  return files.length - added.length;
}

function uploadNext(): void {
  const next = uploads.size < AT_ONCE && rows.get().find(({ state }) => state === 'waiting');
  if (!next) return;
  void upload(next);
  uploadNext();
}

async function upload({ key, file }: Row): Promise<void> {
  const mine = new AbortController();
  uploads.set(key, mine);
  change(key, { state: 'uploading', progress: 0, error: null });
  try {
    const onProgress = (progress: number) => change(key, { progress });
    const { id, url } = await sendFile('POST /api/upload/audio', 'audio', file, {
      onProgress,
      signal: mine.signal,
    });
    change(key, { state: 'processing', upload: { id, url } });
  } catch (error) {
    if (!mine.signal.aborted)
      change(key, { state: 'failed', error: sentenceOf(error, t`The upload failed.`) });
  } finally {
    uploads.delete(key);
    uploadNext();
  }
}

/** Fills a row with what its file says about itself. */
export function fill(key: number, { tags }: AudioFacts): void {
  const row = find(key);
  if (row?.state !== 'processing') return;
  const fields = {
    title: tags.title?.slice(0, TRACK_NAME_MAX) ?? row.file.name.replace(/\.[^.]+$/, ''),
    display_artist: tags.artist?.slice(0, TRACK_NAME_MAX) ?? '',
    genre: knownGenre(tags.genre) ?? '',
    lyrics: tags.lyrics ?? '',
  };
  change(key, { state: 'ready', fields, cover: tags.cover_url, release_date: tags.date ?? null });
}

/** Missing fields of a row, as sentences. */
export const missing = ({ fields: { title, display_artist, genre } }: Row): string[] => [
  ...(title.trim() === '' ? [say(TITLE_REQUIRED)] : []),
  ...(display_artist.trim() === '' ? [say(ARTIST_REQUIRED)] : []),
  ...(genre === '' ? [say(GENRE_REQUIRED)] : []),
];

export const isReady = (row: Row) => row.state === 'ready' && missing(row).length === 0;

/** Uploads a failed file again. */
export function retry(key: number): void {
  const row = find(key);
  if (row?.state !== 'failed' || row.file.size > AUDIO_MAX_BYTES) return;
  if (row.upload) discard(row.upload.id);
  change(key, { state: 'waiting', upload: null, error: null });
  uploadNext();
}

export function remove(key: number): void {
  const row = find(key);
  if (!row) return;
  uploads.get(key)?.abort();
  if (row.upload && row.state !== 'published') discard(row.upload.id);
  update(rows.get().filter((one) => one !== row));
}

/** Publishes what is ready of these rows, one after another; each says what became of it. @returns how many came out. */
export async function publish(keys: readonly number[]): Promise<number> {
  let published = 0;
  for (const key of keys) {
    const row = find(key);
    if (!row || !isReady(row)) continue;
    change(key, { state: 'publishing', error: null });
    const { title, display_artist, genre, lyrics } = row.fields;
    try {
      await call('POST /track', {
        body: {
          ...{ title: title.trim(), display_artist: display_artist.trim(), genre },
          ...{ lyrics: lyrics.trim() || null, audio_url: row.upload!.url, cover_image_url: row.cover },
          ...(row.release_date !== null && { release_date: row.release_date }),
        },
      });
      change(key, { state: 'published' });
      published++;
    } catch (error) {
      change(key, { state: 'ready', error: sentenceOf(error, t`It could not be published.`) });
    }
  }
  return published;
}

/** Drops everything that is in memory. */
export function forget(): void {
  for (const upload of uploads.values()) upload.abort();
  update([]);
}

session.listen((event) => event === 'logout' && forget());
