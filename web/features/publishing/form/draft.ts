import type { AudioFacts, Upload } from 'contract/features/publishing.ts';
import { TRACK_NAME_MAX } from 'contract/features/publishing-constants.ts';
import type { SongRequest } from 'contract/features/song-requests.ts';
import { formatDuration } from '../../../lib/format.ts';
import { session } from '../../../lib/storage/session-token.ts';
import { perTab } from '../../../lib/storage/storage.ts';
import { hasShape, readStored } from '../../../lib/storage/stored.ts';
import { createStore } from '../../../lib/store.ts';
import { EMPTY_FIELDS, type FieldName, type Fields } from './fields.ts';
import { createUploader, type FileUpload, NO_FILE, uploaded, withoutReplacement } from './file-upload.ts';

const EMPTY: Draft = {
  owner: null,
  fields: EMPTY_FIELDS,
  filled: {},
  filledFrom: null,
  audio: NO_FILE,
  cover: NO_FILE,
  request: null,
};

const store = createStore(EMPTY);

function update(changes: Partial<Draft>): void {
  const next = { ...store.get(), ...changes };
  writeDraft(next);
  store.set(next);
}

const audio = createUploader(
  'POST /api/upload/audio',
  () => store.get().audio,
  (audio) => update({ audio }),
);
const cover = createUploader(
  'POST /api/upload/cover',
  () => store.get().cover,
  (cover) => update({ cover }),
);

/** The one draft of this tab. Uploads continue while other pages are open, and finished ones survive a reload. */
export const draft = {
  get: store.get,
  subscribe: store.subscribe,
  audio,
  cover,
  /** Restores this admin's draft, or begins a new one. */
  open(owner: string): void {
    if (store.get().owner === owner) return;
    audio.abort();
    cover.abort();
    const stored = readDraft();
    update(stored?.owner === owner ? stored : { ...EMPTY, owner });
  },
  setField: (name: FieldName, value: string) => update({ fields: { ...store.get().fields, [name]: value } }),
  /** Removes the audio and the cover that came with it. */
  removeAudio(): void {
    audio.clear();
    if (isFromTags(store.get().cover)) cover.clear();
  },
  /** Fills in what a processed file says about itself, except where something else was entered. */
  fill(uploadId: string, { tags, duration_seconds }: AudioFacts): void {
    const before = store.get();
    if (before.filledFrom === uploadId) return;
    const found: Partial<Fields> = {
      title: tags.title?.slice(0, TRACK_NAME_MAX) ?? '',
      display_artist: tags.artist?.slice(0, TRACK_NAME_MAX) ?? '',
      duration_seconds: formatDuration(Math.max(1, Math.round(duration_seconds))),
    };
    const fields = { ...before.fields };
    const filled: Partial<Fields> = {};
    for (const [name, text] of Object.entries(found) as [FieldName, string][]) {
      if (fields[name].trim() !== '' && fields[name] !== before.filled[name]) continue;
      fields[name] = text;
      filled[name] = text;
    }
    update({ fields, filled, filledFrom: uploadId, ...coverFrom(tags.cover_url, before.cover) });
  },
  /** Prepares the song of a request, whose title, artist and genre replace what was entered. */
  answerRequest(request: SongRequest): void {
    const { title, artist, genre } = request;
    const { fields } = store.get();
    update({ request, fields: { ...fields, title, display_artist: artist, genre, release_date: '' } });
  },
  removeRequest: () => update({ request: null }),
  clear(): void {
    audio.abort();
    cover.abort();
    update({ ...EMPTY, owner: store.get().owner });
  },
  /** Drops what is in memory, as a reload does. */
  unload: () => store.set(EMPTY),
  /** Drops everything, stored data included. */
  forget(): void {
    draft.clear();
    update({ owner: null });
  },
};

const isFromTags = (file: Draft['cover']) => file.state === 'uploaded' && file.result.fromTags === true;

/** The picture in the audio file, unless the admin has chosen a cover. */
function coverFrom(url: string | null, current: Draft['cover']): Partial<Draft> {
  if (current.state !== 'empty' && !isFromTags(current)) return {};
  return { cover: url ? uploaded({ url, fromTags: true }) : NO_FILE };
}

// After an expired session the same admin finds the draft again; a logout removes it.
session.listen((event) => event === 'logout' && draft.forget());

/** A track that is being prepared. */
export interface Draft {
  /** The id of the admin it belongs to. */
  owner: string | null;
  fields: Fields;
  /** Values from a file's tags. The next file replaces those that were not edited. */
  filled: Partial<Fields>;
  /** The upload whose tags were filled in. */
  filledFrom: string | null;
  audio: FileUpload<Pick<Upload, 'id' | 'url'>>;
  cover: FileUpload<{ url: string; fromTags?: boolean }>;
  /** The song request that this track answers. */
  request: SongRequest | null;
}

const KEY = 'ovation.track-draft';

/** Stores a draft for this tab. Uploads that are not finished do not survive a reload. */
function writeDraft(draft: Draft): void {
  const finished = <T>(file: FileUpload<T>) => (file.state === 'uploaded' ? file : withoutReplacement(file));
  const stored = { ...draft, audio: finished(draft.audio), cover: finished(draft.cover) };
  if (draft.owner === null) perTab.remove(KEY);
  else perTab.set(KEY, JSON.stringify(stored));
}

/** A draft of an older version may lack a field. */
function readDraft(): Draft | undefined {
  const stored = readStored<Draft>(perTab, KEY, { owner: 'string', fields: 'object', filled: 'object' });
  if (!stored) return;
  const texts = (fields: object) => Object.entries(fields).filter(([, text]) => hasShape(text, 'string'));
  const file = <T extends Draft['audio' | 'cover']>(of: T) =>
    hasShape(of, { state: 'string', result: { url: 'string' } }) ? of : NO_FILE;
  return {
    owner: stored.owner,
    fields: { ...EMPTY_FIELDS, ...Object.fromEntries(texts(stored.fields)) },
    filled: Object.fromEntries(texts(stored.filled)),
    filledFrom: stored.filledFrom ?? null,
    audio: file(stored.audio),
    cover: file(stored.cover),
    request: hasShape(stored.request, { id: 'string', title: 'string', artist: 'string' })
      ? stored.request
      : null,
  };
}
