import { can } from 'contract/plans.ts';
import {
  characters,
  REQUEST_COST,
  REQUEST_DESCRIPTION_MAX,
  REQUEST_NAME_MAX,
} from 'contract/song-requests-constants.ts';
import type { Voter } from './voter.ts';

/** A request as it is being written. */
export interface Draft {
  title: string;
  artist: string;
  /** `parent:sub`, `parent`, or empty as long as none is chosen. */
  genre: string;
  description: string;
}

export const EMPTY_DRAFT: Draft = { title: '', artist: '', genre: '', description: '' };

export const nameTooLong = (name: string) => characters(name.trim()) > REQUEST_NAME_MAX;
export const descriptionTooLong = (text: string) => text.trim().length > REQUEST_DESCRIPTION_MAX;
const nameFits = (name: string) => name.trim() !== '' && !nameTooLong(name);

/** Whether everything that a request needs is there (§5). */
export function isComplete({ title, artist, genre, description }: Draft): boolean {
  return nameFits(title) && nameFits(artist) && genre !== '' && !descriptionTooLong(description);
}

/** Credits that the viewer lacks for a request; 0 as long as the balance is not known. */
export function shortfall({ viewer, credits }: Voter): number {
  return can(viewer, 'requestSongs') && credits !== undefined ? Math.max(0, REQUEST_COST - credits) : 0;
}
