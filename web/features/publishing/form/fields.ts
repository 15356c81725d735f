import { t } from '@lingui/core/macro';
import {
  ARTIST_REQUIRED,
  DURATION_FORMAT,
  GENRE_REQUIRED,
  TITLE_REQUIRED,
} from 'contract/features/publishing-constants.ts';
import type { TrackWithLyrics } from 'contract/features/tracks.ts';
import { formatDuration } from '../../../lib/format.ts';
import { say } from '../../../lib/i18n.ts';

/** The form's values, each as the text in its field. */
export const EMPTY_FIELDS = {
  title: '',
  display_artist: '',
  /** M:SS. */
  duration_seconds: '',
  genre: '',
  /** The value of a `datetime-local` field, in the browser's time zone. */
  release_date: '',
  bpm: '',
  musical_key: '',
  provider: '',
  prompt_text: '',
  seed: '',
  rights_status: '',
  lyrics: '',
};
export type Fields = typeof EMPTY_FIELDS;
export type FieldName = keyof Fields;
export type FieldErrors = Partial<Record<FieldName, string>>;

/**
 * The fields' errors (§5); empty when they can be submitted.
 * @param now epoch ms; when given, a release date must be later.
 */
export function validate(fields: Fields, now?: number): FieldErrors {
  const errors: FieldErrors = {};
  if (fields.title.trim() === '') errors.title = say(TITLE_REQUIRED);
  if (fields.display_artist.trim() === '') errors.display_artist = say(ARTIST_REQUIRED);
  if (!parseDuration(fields.duration_seconds)) errors.duration_seconds = say(DURATION_FORMAT);
  if (fields.genre.trim() === '') errors.genre = say(GENRE_REQUIRED);
  const release = parseLocalTime(fields.release_date);
  if (now !== undefined && release !== undefined && release <= now)
    errors.release_date = t`Please choose a time in the future, or leave this empty.`;
  const bpm = fields.bpm.trim();
  if (bpm !== '' && !(Number(bpm) > 0 && Number(bpm) <= 1000))
    errors.bpm = t`The tempo must be a number up to 1,000.`;
  const seed = fields.seed.trim();
  if (seed !== '' && !(/^-?\d+$/.test(seed) && Number.isSafeInteger(Number(seed))))
    errors.seed = t`The seed must be a whole number.`;
  return errors;
}

/** Valid fields in the contract's form; empty ones are null. */
export function toInput(fields: Fields) {
  const number = (text: string) => (text.trim() === '' ? null : Number(text));
  const note = (text: string) => text.trim() || null;
  return {
    title: fields.title.trim(),
    display_artist: fields.display_artist.trim(),
    duration_seconds: parseDuration(fields.duration_seconds)!,
    genre: fields.genre.trim(),
    bpm: number(fields.bpm),
    musical_key: note(fields.musical_key),
    provider: note(fields.provider),
    prompt_text: note(fields.prompt_text),
    seed: number(fields.seed),
    rights_status: note(fields.rights_status),
    lyrics: note(fields.lyrics),
  };
}

/** A track's values, for editing. */
export function toFields(track: TrackWithLyrics): Fields {
  return {
    title: track.title,
    display_artist: track.display_artist,
    duration_seconds: formatDuration(track.duration_seconds),
    genre: track.genre ?? '',
    release_date: formatLocalTime(Date.parse(track.release_date)),
    bpm: track.bpm === null ? '' : String(track.bpm),
    musical_key: track.musical_key ?? '',
    provider: track.provider ?? '',
    prompt_text: track.prompt_text ?? '',
    seed: track.seed === null ? '' : String(track.seed),
    rights_status: track.rights_status ?? '',
    lyrics: track.timed_lyrics ?? track.lyrics ?? '',
  };
}

/** Formats epoch ms for a `datetime-local` field, to the minute. */
export function formatLocalTime(time: number): string {
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Parses such a value. @returns epoch ms; undefined when it is empty. */
export function parseLocalTime(local: string): number | undefined {
  const time = new Date(local).getTime();
  return Number.isNaN(time) ? undefined : time;
}

/** Parses M:SS. @returns seconds; null for anything else. */
export function parseDuration(duration: string): number | null {
  const [, wholeMinutes, seconds] = /^(\d{1,4}):([0-5]\d)$/.exec(duration.trim()) ?? [];
  return wholeMinutes === undefined ? null : Number(wholeMinutes) * 60 + Number(seconds);
}

/** Only the fields that were edited, since another admin may have changed the others in the meantime. */
export function changes(track: TrackWithLyrics, fields: Fields, cover: string | null) {
  const before = toFields(track);
  const edited = Object.entries(toInput(fields)).filter(
    ([name]) => fields[name as keyof Fields] !== before[name as keyof Fields],
  );
  const releaseTime = parseLocalTime(fields.release_date);
  return {
    ...(Object.fromEntries(edited) as Partial<ReturnType<typeof toInput>>),
    ...(fields.release_date !== before.release_date &&
      releaseTime !== undefined && { release_date: new Date(releaseTime).toISOString() }),
    ...(cover !== track.cover_image_url && { cover_image_url: cover }),
  };
}
