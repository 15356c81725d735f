import type { Upload } from 'contract/publishing.ts';
import type { SongRequest } from 'contract/song-requests.ts';
import { perTab } from '../../lib/storage.ts';
import type { Fields } from './fields.ts';
import { type FileUpload, withoutReplacement } from './file-upload.ts';

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
export function writeDraft(draft: Draft): void {
  const finished = <T>(file: FileUpload<T>) => (file.state === 'uploaded' ? file : withoutReplacement(file));
  const stored = { ...draft, audio: finished(draft.audio), cover: finished(draft.cover) };
  if (draft.owner === null) perTab.remove(KEY);
  else perTab.set(KEY, JSON.stringify(stored));
}

export function readDraft(): Draft | null {
  try {
    return JSON.parse(perTab.get(KEY) ?? 'null');
  } catch {
    return null;
  }
}
