import { createHash } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import { z } from 'zod';
import { boundedFetch } from '../../platform/http/connections/bounded-fetch.ts';
import { askService, type Listen, type Outcome, type Scrobbler, waitOf } from './scrobbler.ts';

export interface LastFmSettings {
  key: string;
  secret: string;
  /** This site: where Last.fm sends members back. */
  site: string;
  /** URL of the API. */
  url: string;
}

export interface LastFm extends Scrobbler {
  /** Page where a member allows us to send listens; they come back with this state. */
  authorizationUrl: (state: string) => string;
  /** Redeems the token with which a member comes back. @throws Problem `scrobbler_refused`; `scrobbler_unavailable`. */
  redeem: (token: string) => Promise<{ account: string; token: string }>;
}

/** Last.fm's errors that end a session, and those that may pass or are the operator's to repair. */
const REFUSED = new Set([4, 9, 14, 17]);
const PASSING = new Set([8, 10, 11, 13, 16, 26, 29]);

const Session = z.object({
  session: z.object({ name: z.string().max(255), key: z.string().min(1).max(255) }),
});
const Failed = z.object({ error: z.number() });

export function openLastFm({ key, secret, site, url }: LastFmSettings): LastFm {
  /** A signed call: MD5 of the sorted parameters and the secret. `format` is not signed. */
  function requestOf(fields: Record<string, string>): RequestInit {
    const all: Record<string, string> = { ...fields, api_key: key };
    // By code unit, not by the rules of a language: that is how Last.fm sorts.
    const text = Object.keys(all)
      .sort()
      .map((name) => `${name}${all[name]}`)
      .join('');
    const api_sig = createHash('md5').update(`${text}${secret}`).digest('hex');
    return { method: 'POST', body: new URLSearchParams({ ...all, api_sig, format: 'json' }) };
  }
  const report = async (sk: string, method: string, fields: Record<string, string>): Promise<Outcome> => {
    const response = await boundedFetch(url, requestOf({ ...fields, method, sk })).catch(() => undefined);
    if (!response) return { waitMs: undefined };
    const { data } = Failed.safeParse(await response.json().catch(() => undefined));
    if (!data) return response.ok ? 'sent' : { waitMs: waitOf(response, 'retry-after') };
    if (REFUSED.has(data.error)) return 'refused';
    return PASSING.has(data.error) ? { waitMs: waitOf(response, 'retry-after') } : 'invalid';
  };
  return {
    authorizationUrl(state) {
      const cb = `${site}/profile/settings/apps?${new URLSearchParams({ lastfm: state })}`;
      return `https://www.last.fm/api/auth/?${new URLSearchParams({ api_key: key, cb })}`;
    },
    async redeem(token) {
      const { body } = await askService(url, requestOf({ method: 'auth.getSession', token }));
      const { data } = Session.safeParse(body);
      if (data) return { account: data.session.name, token: data.session.key };
      const failed = Failed.safeParse(body).data;
      throw new Problem(failed && REFUSED.has(failed.error) ? 'scrobbler_refused' : 'scrobbler_unavailable');
    },
    send: (sk, listens) =>
      report(
        sk,
        'track.scrobble',
        Object.assign(
          {},
          ...listens.map((listen, i) => ({
            ...fieldsOf(listen, `[${i}]`),
            [`timestamp[${i}]`]: String(listen.listened_at),
          })),
        ),
      ),
    announce: (sk, listen) => report(sk, 'track.updateNowPlaying', fieldsOf(listen, '')),
  };
}

const fieldsOf = ({ artist, title, seconds }: Listen, index: string) => ({
  [`artist${index}`]: artist,
  [`track${index}`]: title,
  [`duration${index}`]: String(seconds),
});
