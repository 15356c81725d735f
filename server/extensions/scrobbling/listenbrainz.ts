import { Problem } from 'contract/errors.ts';
import { z } from 'zod';
import { boundedFetch } from '../../platform/http/connections/bounded-fetch.ts';
import { askService, type Listen, type Outcome, type Scrobbler, waitOf } from './scrobbler.ts';

export interface ListenBrainz extends Scrobbler {
  /** @returns the name of the account. @throws Problem `scrobbler_refused`; `scrobbler_unavailable`. */
  identify: (token: string) => Promise<string>;
}

const Validated = z.object({ valid: z.boolean(), user_name: z.string().max(255).optional() });

/**
 * ListenBrainz, or a server that speaks its language.
 * @param url of its API, without a slash at the end.
 * @param site the name of the service on which people listen.
 */
export function openListenBrainz(url: string, site: string): ListenBrainz {
  const headersOf = (token: string) => ({
    authorization: `Token ${token}`,
    'content-type': 'application/json',
  });
  const submit = async (token: string, listen_type: string, payload: object[]): Promise<Outcome> => {
    const body = JSON.stringify({ listen_type, payload });
    const request = { method: 'POST', headers: headersOf(token), body };
    const response = await boundedFetch(`${url}/1/submit-listens`, request).catch(() => undefined);
    if (response?.ok) return 'sent';
    if (response?.status === 401) return 'refused';
    if (response?.status === 400) return 'invalid';
    return { waitMs: response && waitOf(response, 'retry-after', 'x-ratelimit-reset-in') };
  };
  return {
    async identify(token) {
      const { body } = await askService(`${url}/1/validate-token`, { headers: headersOf(token) });
      const { data } = Validated.safeParse(body);
      if (!data) throw new Problem('scrobbler_unavailable');
      if (!data.valid || !data.user_name) throw new Problem('scrobbler_refused');
      return data.user_name;
    },
    send: (token, listens) =>
      submit(
        token,
        listens.length === 1 ? 'single' : 'import',
        listens.map((listen) => ({
          listened_at: listen.listened_at,
          track_metadata: metadataOf(listen, site),
        })),
      ),
    announce: (token, listen) => submit(token, 'playing_now', [{ track_metadata: metadataOf(listen, site) }]),
  };
}

const metadataOf = ({ artist, title, seconds, url }: Listen, site: string) => ({
  artist_name: artist,
  track_name: title,
  additional_info: {
    duration_ms: seconds * 1000,
    media_player: 'Ovation',
    submission_client: 'Ovation',
    music_service_name: site,
    ...(url && { origin_url: url }),
  },
});
