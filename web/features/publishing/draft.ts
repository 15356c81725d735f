import type { AudioFacts, Upload } from 'contract/publishing.ts';
import { TRACK_NAME_MAX } from 'contract/publishing-constants.ts';
import type { SongRequest } from 'contract/song-requests.ts';
import { formatDuration } from '../../lib/format.ts';
import { session } from '../../lib/session-token.ts';
import { EMPTY_FIELDS, type FieldName, type Fields } from './fields.ts';
import { NOTHING_SENT, type Sending, sendingOf } from './sending.ts';

/** A track as it is being made. */
export interface Draft {
  /** Whose it is. */
  owner: string | null;
  fields: Fields;
  /** What a file's tags filled in; unchanged, it gives way to what the next file tells. */
  filled: Partial<Fields>;
  /** The upload that has filled fields in. */
  filledFrom: string | null;
  audio: Sending<Pick<Upload, 'id' | 'url'>>;
  cover: Sending<{ url: string; fromTags?: boolean }>;
  /** The request that this track answers. */
  request: SongRequest | null;
}

const KEY = 'ovation.draft';
const EMPTY: Draft = {
  owner: null,
  fields: EMPTY_FIELDS,
  filled: {},
  filledFrom: null,
  audio: NOTHING_SENT,
  cover: NOTHING_SENT,
  request: null,
};

let now = EMPTY;
const listeners = new Set<() => void>();

/**
 * The one draft of this tab. It outlives the page it is written on: a file goes on being sent while one looks
 * elsewhere, and after a reload what had arrived is still there.
 */
function set(change: Partial<Draft>): void {
  now = { ...now, ...change };
  remember();
  for (const listener of listeners) listener();
}

function remember(): void {
  // What was on its way is not there after a reload.
  const arrived = <T>(sending: Sending<T>) => (sending.state === 'arrived' ? sending : NOTHING_SENT);
  const kept = { ...now, audio: arrived(now.audio), cover: arrived(now.cover) };
  if (now.owner === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, JSON.stringify(kept));
}

const audio = sendingOf(
  'POST /api/upload/audio',
  () => now.audio,
  (sending) => set({ audio: sending }),
);
const cover = sendingOf(
  'POST /api/upload/cover',
  () => now.cover,
  (sending) => set({ cover: sending }),
);

export const draft = {
  now: () => now,
  listen(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Takes up what this person left in this tab; what somebody else left is dropped. */
  open(owner: string): void {
    if (now.owner === owner) return;
    const kept = readKept();
    audio.cancel();
    cover.cancel();
    now = kept?.owner === owner ? { ...EMPTY, ...kept } : { ...EMPTY, owner };
    set({});
  },
  type: (field: FieldName, text: string) => set({ fields: { ...now.fields, [field]: text } }),
  audio,
  cover,
  /** The audio is gone, and with it the picture that was in it. */
  removeAudio(): void {
    audio.cancel();
    if (now.cover.state === 'arrived' && now.cover.it.fromTags) cover.cancel();
  },
  /** Fills in what a processed file tells, where nothing else was typed (§5 leaves the length to be changed). */
  fill(upload: string, { tags, duration_seconds }: AudioFacts): void {
    if (now.filledFrom === upload) return;
    const told: Partial<Fields> = {
      title: tags.title?.slice(0, TRACK_NAME_MAX) ?? '',
      display_artist: tags.artist?.slice(0, TRACK_NAME_MAX) ?? '',
      duration_seconds: formatDuration(Math.max(1, Math.round(duration_seconds))),
    };
    const fields = { ...now.fields };
    const filled: Partial<Fields> = {};
    for (const [name, text] of Object.entries(told) as [FieldName, string][]) {
      if (fields[name].trim() !== '' && fields[name] !== now.filled[name]) continue;
      fields[name] = text;
      filled[name] = text;
    }
    set({ fields, filled, filledFrom: upload, ...coverOf(tags.cover_url) });
  },
  /** Makes this request's song: its words take the place of what was typed. */
  answer(request: SongRequest): void {
    const { title, artist, genre } = request;
    set({ request, fields: { ...now.fields, title, display_artist: artist, genre, release_date: '' } });
  },
  letGo: () => set({ request: null }),
  /** After it was published, or to begin anew. */
  clear(): void {
    audio.cancel();
    cover.cancel();
    set({ ...EMPTY, owner: now.owner });
  },
  /** Forgets what is not kept, as leaving the page altogether does. */
  reload(): void {
    now = EMPTY;
  },
  /** Drops everything, as a logout does. */
  forget(): void {
    draft.clear();
    set({ owner: null });
  },
};

/** The picture in the file, unless the admin has chosen one. */
function coverOf(url: string | null): Partial<Draft> {
  const { cover: there } = now;
  const chosen = there.state === 'sending' || (there.state === 'arrived' && !there.it.fromTags);
  if (chosen) return {};
  return { cover: url ? { state: 'arrived', it: { url, fromTags: true } } : NOTHING_SENT };
}

function readKept(): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}

// A session that merely ran out does not cost what was typed: after login it is still its owner's.
session.listen((event) => event === 'logout' && draft.forget());
