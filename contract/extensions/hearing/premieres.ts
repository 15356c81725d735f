import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { epochMs, id, idParams, nothing } from '../../fields.ts';
import { english } from '../../text/messages.ts';
import { PREMIERE_AHEAD_MS } from './premiere-constants.ts';

/** A song that everybody who is there hears at the same moment. */
export const Premiere = z.object({
  /** Of the song request: a song has one premiere at a time. */
  request_id: id,
  /** Null until the song is released. */
  track_id: id.nullable(),
  /** Start of its first second, on the server's clock. */
  starts_at: epochMs,
  /** End of its last second; null until the song is released. */
  ends_at: epochMs.nullable(),
  /** True if somebody named the time; false if it follows the release at once. */
  is_set: z.boolean(),
});
export type Premiere = z.output<typeof Premiere>;

export const PremiereState = z.object({
  /** The one that is ahead or under way; null without one. */
  premiere: Premiere.nullable(),
  /** True if the caller may name a time, or call the premiere off. */
  may_set: z.boolean(),
});
export type PremiereState = z.output<typeof PremiereState>;

export const getClock = endpoint('GET /premieres/clock', {
  access: 'anyone',
  // As often as clients wake up; it reads nothing.
  cost: 0.4,
  summary: "The server's clock, by which premieres start.",
  returns: z.object({ now: z.number() }),
});

export const getPremiereState = endpoint('GET /requests/:id/premiere', {
  access: 'anyone',
  summary: 'When a song is heard together, if it is.',
  params: idParams,
  returns: PremiereState,
});

export const setPremiere = endpoint('PUT /requests/:id/premiere', {
  access: 'signed-in',
  confirmed: true,
  summary: `Names the time at which a song is heard together, at most ${PREMIERE_AHEAD_MS / 3_600_000} hours ahead, as its requester or an admin: of its premiere while it is in the studio or takes are chosen, of a further hearing once it is out. The release never waits for it. 409 \`premiere_ahead\`, \`premiere_too_early\`; 429 \`too_many_hearings\`.`,
  params: idParams,
  body: z.object({ starts_at: epochMs }),
  returns: PremiereState,
});

export const callOffPremiere = endpoint('DELETE /requests/:id/premiere', {
  access: 'signed-in',
  summary: 'Calls off a premiere for which somebody named a time. Without one, nothing changes.',
  params: idParams,
  returns: PremiereState,
});

export const getPremiereCalendar = endpoint('GET /requests/:id/premiere.ics', {
  access: 'anyone',
  summary: 'The premiere as an iCalendar event (RFC 5545). 404 without one.',
  params: idParams,
  returns: z.string(),
  type: 'text/calendar',
});

export const attendPremiere = endpoint('POST /requests/:id/premiere/presence', {
  access: 'anyone',
  cost: 0.4,
  summary:
    'Says that the caller is at a premiere that is under way or begins within minutes; repeated every 20 seconds. Visitors are told apart by `tab`. 404 without such a premiere, unless the caller `leaves`; 503 `premiere_full` for visitors of a full one.',
  params: idParams,
  body: z.object({
    tab: z.string().regex(/^[\w-]{8,40}$/, english('Please name the tab.')),
    leaves: z.boolean().default(false),
  }),
  returns: nothing,
});

/** Audience of a premiere: its size, and the faces of the first members who came. */
export const House = z.object({
  people: z.int().nonnegative(),
  faces: z.array(z.object({ username: z.string(), avatar_url: z.string().nullable() })),
});
export type House = z.output<typeof House>;

/** The data of an event. */
export const PremiereEvent = z.union([
  House,
  z.object({
    /** Null when there is none any more; `why` then says what happened. */
    premiere: Premiere.nullable(),
    why: z.enum(['withdrawn', 'called_off']).nullable(),
  }),
]);

export const subscribePremiere = endpoint('GET /requests/:id/premiere/events', {
  access: 'anyone',
  summary:
    'Server-sent events of a premiere: `house` when people come and go, at most one every two seconds; `premiere` when its time changes or it ends early. 404 without a premiere.',
  params: idParams,
  returns: PremiereEvent,
  events: true,
});
