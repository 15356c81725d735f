import { Problem } from 'contract/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { originOf } from '../../platform/http/bind.ts';
import { type CurrentUser, ipBucket } from '../../platform/http/caller.ts';
import { findAppUser, type Guard } from '../accounts/accounts.ts';
import { announceListen, type ScrobblingContext } from '../scrobbling/scrobbling.ts';
import { resolveReferences } from '../tracks/tracks.ts';
import type { Claims } from './claims.ts';
import { recordLate } from './plays.ts';

/**
 * `/1`: scrobblers report listens in the format of ListenBrainz, with an app password as the token. Listens of songs
 * that are not on Ovation are accepted and ignored: a scrobbler sends all that is heard.
 */

/** ListenBrainz' bounds for one report, and for each listen in it, bytes. */
const LISTENS_MAX = 1000;
const LISTEN_BYTES = 10_240;
/** A whole report; a thousand listens of usual players fit twice. Bytes. */
const BODY_BYTES = 2_000_000;
/** What ListenBrainz takes for the first possible time, epoch seconds. */
const FIRST_TIME = 1_033_410_600;
/** How far a player's clock may be ahead, seconds. */
const CLOCK_AHEAD = 3600;

/** A failure in ListenBrainz' form. */
class ListenError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const nameOf = (field: string) =>
  z
    .string({ error: `track_metadata.${field} must be a single string.` })
    .trim()
    .min(1, `track_metadata.${field} is empty.`)
    // PostgreSQL refuses NUL and lone surrogates.
    .transform((name) => name.replaceAll('\0', '').toWellFormed());

const Metadata = z.object(
  {
    artist_name: nameOf('artist_name'),
    track_name: nameOf('track_name'),
    additional_info: z.object({ origin_url: z.unknown().optional() }).nullish(),
  },
  { error: 'JSON document must contain the key track_metadata at the top level.' },
);

const Listen = z.object({
  listened_at: z.coerce
    .number({ error: 'JSON document must contain an int value for listened_at.' })
    .int('JSON document must contain an int value for listened_at.')
    .min(FIRST_TIME, 'Value for key listened_at is too low.'),
  track_metadata: Metadata,
});

const PlayingNow = z.strictObject(
  { track_metadata: Metadata },
  { error: 'JSON document may only contain track_metadata while submitting playing_now.' },
);

const Report = z.object({
  listen_type: z.enum(['single', 'playing_now', 'import'], {
    error: 'JSON document requires a valid listen_type key.',
  }),
  payload: z
    .array(z.unknown(), { error: 'The payload in the JSON document should be a list of listens.' })
    .min(1, 'JSON document does not contain any listens.')
    .max(LISTENS_MAX, `Too many listens. You may not submit more than ${LISTENS_MAX} listens at once.`),
});

function read<T extends z.ZodType>(schema: T, given: unknown): z.output<T> {
  const { data, error } = schema.safeParse(given);
  if (error) throw new ListenError(400, error.issues[0]!.message);
  return data!;
}

type Heard = { listened_at?: number; track_metadata: z.output<typeof Metadata> };

/** @returns what was heard; what plays now has no time. @throws ListenError. */
function readReport(text: string, now: number): Heard[] {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new ListenError(400, 'Cannot parse JSON document.');
  }
  const { listen_type, payload } = read(Report, given);
  if (Buffer.byteLength(text) > payload.length * LISTEN_BYTES)
    throw new ListenError(400, `Each listen may not be larger than ${LISTEN_BYTES} bytes.`);
  if (listen_type !== 'import' && payload.length > 1)
    throw new ListenError(400, 'A single or playing_now report should contain only one listen.');
  if (listen_type === 'playing_now') {
    return [read(PlayingNow, payload[0])];
  }
  const listens = payload.map((one) => read(Listen, one));
  if (listens.some(({ listened_at }) => listened_at > now / 1000 + CLOCK_AHEAD))
    throw new ListenError(400, 'Value for key listened_at is too high.');
  return listens;
}

const TRACK_PAGE = /^\/tracks\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?$/;

/** The track of a link to this site. */
function trackIdOf(link: unknown, origin: string): string | undefined {
  const url = typeof link === 'string' ? URL.parse(link) : null;
  return url?.origin === origin ? TRACK_PAGE.exec(url.pathname)?.[1] : undefined;
}

const tokenOf = ({ headers }: FastifyRequest) => /^Token (\S+)$/i.exec(headers.authorization ?? '')?.[1];

export function listenRoutes(
  server: FastifyInstance,
  c: ScrobblingContext,
  { guard, claims, publicUrl }: { guard: Guard; claims: Claims; publicUrl: string | undefined },
): void {
  /** A right token is never kept waiting; a wrong one waits like a failed login. */
  async function findCaller(request: FastifyRequest, token: string): Promise<CurrentUser | undefined> {
    const user = await findAppUser(c, token);
    if (user) return user;
    const attempt = { account: 'app key', ip: request.ip, now: c.clock(), known: false };
    await guard.attempt(attempt, async () => false);
    return undefined;
  }

  server.register(async (scope) => {
    const callers = new WeakMap<FastifyRequest, CurrentUser>();
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error: Error & { code?: unknown }, _request, reply) => {
      const answer = (code: number) => reply.code(code).send({ code, error: error.message });
      if (error instanceof ListenError) return answer(error.status);
      if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return answer(413);
      if (!(error instanceof Problem)) throw error;
      const { retry_after } = error.details;
      if (typeof retry_after === 'number') reply.header('retry-after', retry_after);
      return answer(error.status);
    });

    scope.get('/1/validate-token', async (request, reply) => {
      const token = tokenOf(request);
      if (token === undefined) throw new ListenError(400, 'You need to provide an Authorization token.');
      const user = await findCaller(request, token);
      reply.header('cache-control', 'no-store');
      return user
        ? { code: 200, message: 'Token valid.', valid: true, user_name: user.username }
        : { code: 200, message: 'Token invalid.', valid: false };
    });

    scope.post('/1/submit-listens', {
      config: { cost: 5 },
      // Before the body is read: only members may send a large one.
      onRequest: async (request) => {
        const token = tokenOf(request);
        if (token === undefined) throw new ListenError(401, 'You need to provide an Authorization header.');
        const user = await findCaller(request, token);
        if (!user) throw new ListenError(401, 'Invalid authorization token.');
        callers.set(request, user);
      },
      handler: async (request) => {
        const listens = readReport(String(request.body ?? ''), c.clock());
        const origin = publicUrl ?? originOf(request);
        const ids = await resolveReferences(
          c,
          listens.map(({ track_metadata: { artist_name, track_name, additional_info } }) => ({
            track_id: trackIdOf(additional_info?.origin_url, origin),
            names: [{ title: track_name, display_artist: artist_name }],
          })),
        );
        const plays = listens.flatMap(({ listened_at }, i) =>
          ids[i] === undefined || listened_at === undefined
            ? []
            : [{ track_id: ids[i], at: listened_at * 1000, isStart: true }],
        );
        const user_id = callers.get(request)!.id;
        if (listens[0]!.listened_at === undefined && ids[0] !== undefined)
          void announceListen(c, user_id, ids[0]);
        await recordLate(c, claims, { user_id, ip: ipBucket(request.ip) }, plays);
        return { status: 'ok' };
      },
    });
  });
}
