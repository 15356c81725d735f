import {
  ARTIST_REQUIRED,
  DURATION_FORMAT,
  GENRE_REQUIRED,
  TITLE_REQUIRED,
} from 'contract/publishing-constants.ts';
import type { Track } from 'contract/tracks.ts';
import { formatDuration } from '../../lib/format.ts';

/** What an admin types about a track, each as the text in its field. */
export const EMPTY_FIELDS = {
  title: '',
  display_artist: '',
  /** M:SS */
  duration_seconds: '',
  genre: '',
  /** As a `datetime-local` field has it, in the browser's own time. */
  release_date: '',
  bpm: '',
  musical_key: '',
  provider: '',
  prompt_text: '',
  seed: '',
  rights_status: '',
};
export type Fields = typeof EMPTY_FIELDS;
export type FieldName = keyof Fields;
export type Problems = Partial<Record<FieldName, string>>;

/** Seconds of minutes and two-digit seconds; null for anything else. */
export function secondsOf(duration: string): number | null {
  const [, wholeMinutes, seconds] = /^(\d{1,4}):([0-5]\d)$/.exec(duration.trim()) ?? [];
  return wholeMinutes === undefined ? null : Number(wholeMinutes) * 60 + Number(seconds);
}

/**
 * What is wrong with the fields (§5), each at its place; nothing when they can be sent.
 * @param now epoch ms, where a release date must be later.
 */
export function problemsOf(fields: Fields, now?: number): Problems {
  const problems: Problems = {};
  if (fields.title.trim() === '') problems.title = TITLE_REQUIRED;
  if (fields.display_artist.trim() === '') problems.display_artist = ARTIST_REQUIRED;
  if (secondsOf(fields.duration_seconds) === null) problems.duration_seconds = DURATION_FORMAT;
  if (fields.genre.trim() === '') problems.genre = GENRE_REQUIRED;
  const release = momentOf(fields.release_date);
  if (now !== undefined && release !== undefined && release <= now)
    problems.release_date = 'Please choose a time to come, or none.';
  const bpm = fields.bpm.trim();
  if (bpm !== '' && !(Number(bpm) > 0 && Number(bpm) <= 1000))
    problems.bpm = 'The tempo must be a number from 1 to 1,000.';
  const seed = fields.seed.trim();
  if (seed !== '' && !(/^-?\d+$/.test(seed) && Number.isSafeInteger(Number(seed))))
    problems.seed = 'The seed must be a whole number.';
  return problems;
}

/** The fields as the contract has them; an empty one is null. They have no `problemsOf`. */
export function saidIn(fields: Fields) {
  const number = (text: string) => (text.trim() === '' ? null : Number(text));
  const note = (text: string) => text.trim() || null;
  return {
    title: fields.title.trim(),
    display_artist: fields.display_artist.trim(),
    duration_seconds: secondsOf(fields.duration_seconds)!,
    genre: fields.genre.trim(),
    bpm: number(fields.bpm),
    musical_key: note(fields.musical_key),
    provider: note(fields.provider),
    prompt_text: note(fields.prompt_text),
    seed: number(fields.seed),
    rights_status: note(fields.rights_status),
  };
}

/** A track's own fields, to be edited. */
export function fieldsOf(track: Track): Fields {
  return {
    title: track.title,
    display_artist: track.display_artist,
    duration_seconds: formatDuration(track.duration_seconds),
    genre: track.genre ?? '',
    release_date: localTime(Date.parse(track.release_date)),
    bpm: track.bpm === null ? '' : String(track.bpm),
    musical_key: track.musical_key ?? '',
    provider: track.provider ?? '',
    prompt_text: track.prompt_text ?? '',
    seed: track.seed === null ? '' : String(track.seed),
    rights_status: track.rights_status ?? '',
  };
}

/** A moment (epoch ms) as a `datetime-local` field has it, to the minute. */
export function localTime(moment: number): string {
  const there = new Date(moment);
  return new Date(moment - there.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The moment that such a field names, epoch ms; undefined where it is empty. */
export function momentOf(local: string): number | undefined {
  const moment = new Date(local).getTime();
  return Number.isNaN(moment) ? undefined : moment;
}
