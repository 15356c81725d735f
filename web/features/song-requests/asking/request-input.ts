import {
  characters,
  REQUEST_DESCRIPTION_MAX,
  REQUEST_LYRICS_MAX,
  REQUEST_NAME_MAX,
} from 'contract/features/song-requests-constants.ts';
import { createStore } from '../../../lib/store.ts';

/** Input of the viewer for a new request. */
export interface RequestInput {
  title: string;
  artist: string;
  /** `parent:sub` or `parent`; empty until one is chosen. */
  genre: string;
  description: string;
  lyrics?: string | undefined;
}

export const EMPTY_INPUT: RequestInput = { title: '', artist: '', genre: '', description: '' };

export const isNameTooLong = (name: string) => characters(name.trim()) > REQUEST_NAME_MAX;
export const isDescriptionTooLong = (text: string) => text.trim().length > REQUEST_DESCRIPTION_MAX;
export const areLyricsTooLong = (text: string) => text.length > REQUEST_LYRICS_MAX;
const isValidName = (name: string) => name.trim() !== '' && !isNameTooLong(name);

/** True if a request may be submitted (§5). */
export function isComplete({ title, artist, genre, description, lyrics = '' }: RequestInput): boolean {
  const tooLong = isDescriptionTooLong(description) || areLyricsTooLong(lyrics);
  return isValidName(title) && isValidName(artist) && genre !== '' && !tooLong;
}

/** A request that another page began; the board's page opens its dialog with it. */
export const draft = createStore<RequestInput | null>(null);
