import { Problem } from 'contract/errors.ts';
import { planOf } from 'contract/plans.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Guard } from '../../features/accounts/accounts.ts';
import type { Claims } from '../../features/plays/plays.ts';
import type { ReadQueue } from '../../platform/concurrency.ts';
import { originOf } from '../../platform/http/bind.ts';
import { memberLanguage } from '../../platform/http/language.ts';
import { FILE_COST } from '../../platform/http/requests/call-limit.ts';
import type { CurrentUser } from '../../platform/http/requests/caller.ts';
import { fileSizes } from '../../platform/media/media-use.ts';
import type { SendFile } from '../../platform/media/routes.ts';
import { absent } from './absent.ts';
import { envelope, type Fields, type Format, Refusal, refusalOf } from './answer.ts';
import { authenticate } from './authenticate.ts';
import { browsing } from './browsing.ts';
import type { Call, Calls, PlayerContext } from './call.ts';
import { lists } from './lists.ts';
import { files, jpegCovers, words } from './media.ts';
import { type Params, paramsOf, parseForm } from './params.ts';
import { own, writes } from './personal.ts';
import { sonic } from './sonic.ts';

const EXTENSIONS: Record<string, number[]> = {
  ...{ apiKeyAuthentication: [1], formPost: [1], indexBasedQueue: [1], playbackReport: [1] },
  ...{ songLyrics: [1, 2], sonicSimilarity: [1], topSongsByArtistId: [1] },
};

/** Calls that anyone may make. */
const open: Record<string, () => Fields> = {
  getOpenSubsonicExtensions: () => ({
    openSubsonicExtensions: Object.entries(EXTENSIONS).map(([name, versions]) => ({ name, versions })),
  }),
};

const account: Calls = {
  ping: async () => ({}),
  getLicense: async () => ({ license: { valid: true } }),
  tokenInfo: async ({ user }) => ({ tokenInfo: { username: user.username } }),
  getScanStatus: async () => ({ scanStatus: { scanning: false, count: 0 } }),
  startScan: async () => ({ scanStatus: { scanning: false, count: 0 } }),
  async getUser({ user, params }) {
    const asked = params.one('username') ?? user.username;
    if (![user.username, user.email].some((name) => name.toLowerCase() === asked.toLowerCase()))
      throw new Refusal('notAllowed', 'You can only ask about yourself.');
    return { user: userFields(user) };
  },
  getUsers: async ({ user }) => ({ users: { user: [userFields(user)] } }),
};

function userFields(user: CurrentUser): Fields {
  const roles = { downloadRole: true, streamRole: true, playlistRole: planOf(user).canCreatePlaylist };
  const none = ['admin', 'settings', 'upload', 'coverArt', 'comment', 'podcast', 'jukebox', 'share'];
  return {
    ...{ username: user.username, scrobblingEnabled: true, ...roles, videoConversionRole: false },
    ...Object.fromEntries(none.map((role) => [`${role}Role`, false])),
    folder: [1],
  };
}

/** They may read much: each waits for its turn, and on SQLite the thread for long reads answers them. */
const catalogue = { ...browsing, ...lists, ...sonic, ...words };

/** Cost of calls before anything is done for them; see `Endpoint.cost`. Many read or write much. */
const COST = 2;
const COSTS: Record<string, number> = {
  ...{ getArtists: 20, getIndexes: 20, search2: 10, search3: 10, getLyrics: 10 },
  ...{ search: 10, getSimilarSongs: 5, getSimilarSongs2: 5, getSonicSimilarTracks: 5, findSonicPath: 10 },
};

/** The names of all calls. */
export const restCalls = [open, account, catalogue, own, writes, absent, files].flatMap(Object.keys);

/**
 * `/rest`: the calls of OpenSubsonic, so that people listen in the players they already have. Every answer about a
 * failure has HTTP status 200, as players expect, unless it says that the server is busy.
 */
export function openSubsonicRoutes(
  server: FastifyInstance,
  c: PlayerContext,
  {
    guard,
    claims,
    sendFile,
    searches,
    publicUrl,
  }: {
    guard: Guard;
    claims: Claims;
    sendFile: SendFile;
    searches: ReadQueue;
    publicUrl: string | undefined;
  },
): void {
  const [sizes, jpegs] = [fileSizes(c.media), jpegCovers(c.media)];
  const answer = async (name: string, request: FastifyRequest, reply: FastifyReply) => {
    const params = paramsFor(request);
    const anyone = open[name];
    if (anyone) return send(reply, params, anyone());
    if (params.one('f') === 'jsonp') throw new Refusal('generic', 'Please ask for JSON or XML.');
    const user = await authenticate(c, guard, params, request.ip);
    const language = memberLanguage(c, user.language, request.language);
    request.language = language;
    const origin = publicUrl ?? originOf(request);
    const call: Call = { c, user, language, params, request, reply, origin, claims, sendFile, sizes, jpegs };
    const write = writes[name];
    if (write && c.isReadOnly()) throw new Problem('read_only');
    const file = files[name];
    if (file) return file(call);
    const long = catalogue[name];
    if (long) {
      const db = c.engine.longReads(c.db);
      return send(reply, params, await searches(request, () => long({ ...call, c: { ...c, db } })));
    }
    const handle = write ?? own[name] ?? account[name] ?? absent[name];
    if (!handle) throw new Refusal('notFound', 'This server does not have this call.');
    return send(reply, params, await handle(call));
  };

  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, parseForm(body as string)),
    );
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, undefined));
    scope.setErrorHandler((error, request, reply) => {
      const refusal = refusalOf(error, request.language ?? 'en');
      if (!refusal) throw error;
      const busy = error instanceof Problem && (error.status === 429 || error.status === 503);
      if (busy) reply.code(error.status).header('retry-after', Number(error.details?.retry_after ?? 1));
      const help = `${publicUrl ?? originOf(request)}/profile/settings/apps`;
      return send(reply, paramsFor(request), {}, refusal, help);
    });
    const method: ('GET' | 'POST')[] = ['GET', 'POST'];
    for (const name of restCalls)
      for (const url of [`/rest/${name}`, `/rest/${name}.view`])
        scope.route({
          method,
          url,
          config: {
            cost: name in files ? FILE_COST : (COSTS[name] ?? COST),
            ...(name in files && { isStream: true }),
          },
          handler: (request, reply) => answer(name, request, reply),
        });
    scope.route({ method, url: '/rest/*', handler: (request, reply) => answer('', request, reply) });
  });
}

/** Of the form and the URL, the form counts. */
const paramsFor = (request: FastifyRequest): Params => paramsOf(request.body, request.query);

function send(
  reply: FastifyReply,
  params: Params,
  content: Fields,
  failure?: Refusal,
  helpUrl?: string,
): FastifyReply {
  const format: Format = params.one('f')?.startsWith('json') ? 'json' : 'xml';
  const { type, text } = envelope(format, content, failure, helpUrl);
  return reply.header('cache-control', 'no-store').type(type).send(text);
}
