import type { PersonPage } from 'contract/people.ts';
import { isVip } from 'contract/plans.ts';
import type { Context } from '../../context.ts';
import { withAbsoluteUrls } from '../../platform/media/addresses.ts';
import type { PersonalData } from '../accounts/accounts.ts';
import { listPublicPlaylists } from '../playlists/playlists.ts';
import {
  deletePublicProfile,
  insertPublicProfile,
  selectPerson,
  selectRequestedTracks,
  selectVisibility,
} from './queries.ts';

/** How many of each a profile shows: whole rows in 2 and 4 columns. */
const SHOWN = 24;

/**
 * What a public profile shows: never an email, a name or what is private.
 * @param origin of the media addresses.
 */
export async function getPersonPage(c: Context, username: string, origin: string): Promise<PersonPage> {
  // No username contains NUL, and PostgreSQL refuses it.
  const person = username.includes('\0') ? undefined : await selectPerson(c.db, username.toLowerCase());
  if (!person) return { person: null, released: [], playlists: [] };
  const [released, playlists] = await Promise.all([
    selectRequestedTracks(c.db, c.clock(), person.id, SHOWN),
    listPublicPlaylists(c, person.id, SHOWN, origin),
  ]);
  return {
    person: {
      username: person.username,
      avatar_url: person.avatar_url && origin + person.avatar_url,
      vip: isVip(person.plan_tier),
    },
    released: withAbsoluteUrls(released, origin),
    playlists,
  };
}

export const isMissingPerson = ({ person }: PersonPage) => person === null;

export const getVisibility = async (c: Context, user_id: string) => ({
  is_public: await selectVisibility(c.db, user_id),
});

export async function setVisibility(c: Context, user_id: string, is_public: boolean) {
  if (is_public) await insertPublicProfile(c.db, user_id, c.clock());
  else await deletePublicProfile(c.db, user_id);
  return { is_public };
}

export const publicProfileData: PersonalData = {
  name: 'public_profile',
  export: async (db, user_id) => ({ is_public: await selectVisibility(db, user_id) }),
  erase: (tx, user_id) => deletePublicProfile(tx, user_id),
};
