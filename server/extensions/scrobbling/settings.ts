import { z } from 'zod';
import { type LastFm, openLastFm } from './lastfm.ts';
import { type ListenBrainz, openListenBrainz } from './listenbrainz.ts';

export interface ScrobblingSettings {
  listenBrainzUrl: string;
  lastFm: { key: string; secret: string } | undefined;
}

/** Rules for each environment variable. */
export const scrobblingKeys = {
  LISTENBRAINZ_URL: z
    .url('must be an https address')
    .refine(
      (url) => /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]?)[^?#]*$/.test(url),
      'must be an https address; http is for a server on this machine',
    )
    .default('https://api.listenbrainz.org'),
  LASTFM_API_KEY: z.string().min(1).optional(),
  LASTFM_API_SECRET: z.string().min(1).optional(),
};

const environment = z.object(scrobblingKeys);

/** @returns an error message if the settings do not belong together. */
export function scrobblingSettings(
  e: z.output<typeof environment> & { PUBLIC_URL?: string | undefined },
): ScrobblingSettings | string {
  const { LISTENBRAINZ_URL, LASTFM_API_KEY: key, LASTFM_API_SECRET: secret } = e;
  if ((key === undefined) !== (secret === undefined))
    return 'LASTFM_API_KEY and LASTFM_API_SECRET belong together: please set both or none.';
  if (key && !e.PUBLIC_URL)
    return 'LASTFM_API_KEY needs PUBLIC_URL, because Last.fm sends people back to it.';
  return {
    listenBrainzUrl: LISTENBRAINZ_URL.replace(/\/+$/, ''),
    lastFm: key && secret ? { key, secret } : undefined,
  };
}

/** The services; null where the operator has not set one up. */
export interface Scrobblers {
  listenbrainz: ListenBrainz;
  lastfm: LastFm | null;
}

/** @param site scheme and host of this installation. @param lastFmUrl another address than Last.fm's; for tests. @param name of the site. */
export const openScrobblers = (
  { listenBrainzUrl, lastFm }: ScrobblingSettings,
  site: string | undefined,
  lastFmUrl = 'https://ws.audioscrobbler.com/2.0/',
  name = 'Ovation',
): Scrobblers => ({
  listenbrainz: openListenBrainz(listenBrainzUrl, name),
  lastfm: lastFm && site ? openLastFm({ ...lastFm, site, url: lastFmUrl }) : null,
});

/** The section of `.env.example`. */
export const scrobblingExample = `# Where members who link ListenBrainz have their listens sent. Default: https://api.listenbrainz.org
LISTENBRAINZ_URL=
# Lets members link Last.fm: both or none, with PUBLIC_URL. Get them at https://www.last.fm/api/account/create
LASTFM_API_KEY=
LASTFM_API_SECRET=
`;
