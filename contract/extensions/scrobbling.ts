import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { epochMs, nothing, text } from '../fields.ts';
import { english } from '../text/messages.ts';

/** Services to which members' listens can be sent. */
export const scrobbleServices = ['listenbrainz', 'lastfm'] as const;
export type ScrobbleService = (typeof scrobbleServices)[number];

export const ScrobbleLink = z.object({
  service: z.enum(scrobbleServices),
  /** The caller's name there; null while it is not linked. */
  account: z.string().nullable(),
  /** True if the service refused the account's stored token, so that it has to be linked again. */
  refused: z.boolean(),
  linked_at: epochMs.nullable(),
});
export type ScrobbleLink = z.output<typeof ScrobbleLink>;

export const listScrobbleLinks = endpoint('GET /auth/scrobbling', {
  access: 'signed-in',
  summary: 'Lists the services to which the caller’s listens can be sent, and the caller’s accounts there.',
  returns: z.array(ScrobbleLink),
});

export const linkListenBrainz = endpoint('POST /auth/scrobbling/listenbrainz', {
  access: 'signed-in',
  cost: 20,
  summary:
    'Sends the listens that count from now on to ListenBrainz, with the token of the caller’s account there. 403 `scrobbler_refused`; 503 `scrobbler_unavailable`.',
  body: z.object({
    token: z
      .string()
      .trim()
      .regex(/^[\w-]{8,100}$/, english('Please copy the whole token from your settings at ListenBrainz.')),
  }),
  returns: ScrobbleLink,
});

export const beginLastFm = endpoint('POST /auth/scrobbling/lastfm/begin', {
  access: 'signed-in',
  summary:
    'Where the caller allows this site to send listens to Last.fm. 404 `scrobbler_off` unless the operator has keys.',
  returns: z.object({ url: z.url() }),
});

export const linkLastFm = endpoint('POST /auth/scrobbling/lastfm', {
  access: 'signed-in',
  cost: 20,
  summary:
    'Links the account at Last.fm, with the token that Last.fm added to the address and the state of the session that began it. 403 `scrobbler_refused`; 503 `scrobbler_unavailable`.',
  body: z.object({ state: text(100), token: text(200).min(1) }),
  returns: ScrobbleLink,
});

export const unlinkScrobbler = endpoint('DELETE /auth/scrobbling/:service', {
  access: 'signed-in',
  summary: 'Unlinks a service and forgets what was still to be sent there.',
  params: z.strictObject({ service: z.enum(scrobbleServices) }),
  returns: nothing,
});
