import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, idParams } from '../fields.ts';

/** Parts into which a song is divided for its applause, of equal length. Without zod: pages import this file. */
export const APPLAUSE_PARTS = 60;

/** Time that a song must have played before it can be applauded, ms. */
export const APPLAUSE_AFTER_MS = 5000;

/** The part of a song that contains this second, from 0. */
export function partOf(second: number, duration_seconds: number): number {
  const part = Math.floor((second / duration_seconds) * APPLAUSE_PARTS);
  return Math.min(APPLAUSE_PARTS - 1, Math.max(0, part));
}

const claps = z.int().nonnegative();

/** Claps in each part of a song; the parts are equally long. */
export const Applause = z.object({ parts: z.array(claps).length(APPLAUSE_PARTS) });
export type Applause = z.output<typeof Applause>;

export const getApplause = endpoint('GET /track/:id/applause', {
  access: 'anyone',
  summary: 'Returns where in a track people applauded.',
  params: idParams,
  returns: Applause,
});

export const applaud = endpoint('POST /track/:id/applause', {
  access: 'anyone',
  summary:
    "Applauds a track at a second of it, once per listen. The caller must have started to play it: `started` is from `POST /plays`. 403 `not_listening`, 409 `already_applauded` within the track's length. A play that counted is enough, too.",
  params: idParams,
  body: z.object({
    second: z.number().nonnegative().max(1e6),
    started: z.string().max(100).optional(),
  }),
  returns: Applause,
  status: 201,
});

/** The claps in a part of a track after somebody applauded there. */
export const ApplauseEvent = z.object({ track_id: id, part: z.int().nonnegative(), claps });
export type ApplauseEvent = z.output<typeof ApplauseEvent>;

export const subscribeApplause = endpoint('GET /track/applause/events', {
  access: 'anyone',
  summary:
    'Server-sent events: `applause` whenever somebody applauds a track; `reset` if events may have been missed and the client should refetch.',
  returns: ApplauseEvent,
  events: true,
});
