import { type Endpoint, type HandlerInput, isOpenToApps, type ResponseOf } from 'contract/endpoint.ts';
import { Problem } from 'contract/errors.ts';
import { scopeOf } from 'contract/features/accounts/scopes.ts';
import { nothing } from 'contract/fields.ts';
import type { LanguageCode } from 'contract/languages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { isAudited } from '../audit-log.ts';
import type { Context } from '../context.ts';
import { memberLanguage } from './language.ts';
import type { CurrentUser } from './requests/caller.ts';
import { serializerOf } from './requests/json.ts';
import { FORM_BYTES, tooLarge } from './requests/receive-file.ts';
import { assertSameId, validate } from './requests/validate.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes a file: it may come for hours, and refusals repeat their message as `error` (§8). */
    isUpload?: boolean;
  }
  interface FastifyRequest {
    /** The signed-in user; null for a visitor. Set before the body is read. */
    user: CurrentUser | null;
  }
}

/** Argument of a handler besides its input. */
export interface Call<E extends Endpoint = Endpoint> {
  request: FastifyRequest;
  reply: FastifyReply;
  /** PUBLIC_URL, or the scheme and host of the request. */
  origin: string;
  /** The reader's. */
  language: LanguageCode;
  /** The signed-in user; null for a visitor of an endpoint that is open to anyone. */
  user: E['access'] extends 'anyone' ? CurrentUser | null : CurrentUser;
}

type MaybePromise<T> = T | Promise<T>;

/**
 * The response of a handler. One that streams events or sends the response itself uses the reply; what one that returns
 * `nothing` returns does not matter.
 */
type Result<E extends Endpoint> = E['events'] extends true
  ? MaybePromise<undefined>
  : E['streamed'] extends true
    ? MaybePromise<FastifyReply>
    : ResponseOf<E> extends Record<string, never>
      ? unknown
      : MaybePromise<ResponseOf<E>>;

export type Bind = <E extends Endpoint>(
  endpoint: E,
  handle: (input: HandlerInput<E>, call: Call<E>) => Result<E>,
) => void;

export interface Binding {
  publicUrl: string | undefined;
  /** See `Context.languages`. */
  languages: Context['languages'];
  /** Finds the user of an Authorization header. */
  findSession: (authorization: string) => Promise<CurrentUser | undefined>;
  /** Records what an admin is about to do. */
  recordAction: (
    actor_id: string,
    endpoint: Endpoint,
    input: { params?: unknown; body?: unknown },
  ) => Promise<void>;
}

/** Binds endpoints of the contract to handlers: authorizes the caller, validates the input, serializes the response. */
export function binder(server: FastifyInstance, binding: Binding): Bind {
  server.decorateRequest('user', null);
  return (endpoint, handle) => {
    const status = endpoint.status ?? 200;
    const serialize = serializerOf(endpoint.returns);
    const handleOnly = async (...given: Parameters<typeof handle>): Promise<unknown> => {
      await handle(...given);
      return {};
    };
    const answer = endpoint.returns === nothing ? handleOnly : handle;
    const route = (scope: FastifyInstance) =>
      scope.route({
        method: endpoint.method,
        url: endpoint.path,
        schema: { response: { [status]: { type: 'object' } } },
        serializerCompiler: () => serialize,
        ...(endpoint.file && { bodyLimit: endpoint.file.maxBytes }),
        ...(endpoint.events && { exposeHeadRoute: false }),
        config: {
          cost: endpoint.cost,
          ...(endpoint.events && { isStream: true }),
          ...(endpoint.upload && { isUpload: true }),
          ...(endpoint.cacheable && { isCacheable: true }),
        },
        onRequest: endpoint.upload
          ? [authorize(endpoint, binding), refuseTooLarge(endpoint.upload.maxBytes)]
          : authorize(endpoint, binding),
        handler: (request, reply) => {
          const input = {
            params: validated(endpoint.params, request.params),
            query: validated(endpoint.query, request.query),
            body: endpoint.file || endpoint.upload ? request.body : bodyOf(endpoint, request),
          } as HandlerInput<typeof endpoint>;
          reply.code(status);
          const origin = binding.publicUrl ?? originOf(request);
          const { user, language = 'en' } = request;
          const call = { request, reply, origin, language, user } as Call<typeof endpoint>;
          if (!user || !isAudited(endpoint, user.plan_tier)) return answer(input, call);
          const { token, id } = user;
          const recorded = token ? { ...input, body: { script: token.name, ...bodyIn(input.body) } } : input;
          return binding.recordAction(id, endpoint, recorded).then<unknown>(() => answer(input, call));
        },
      });
    if (endpoint.file) inFileScope(server, route);
    else if (endpoint.upload) inUploadScope(server, route);
    else route(server);
  };
}

/**
 * Runs before the body is read: authentication and authorization. An expired token must not break browsing, so
 * endpoints that are open to anyone ignore it.
 */
function authorize(endpoint: Endpoint, { findSession, languages }: Binding) {
  const { access, method, confirmed, signedOut } = endpoint;
  const refusesApps = !isOpenToApps(endpoint);
  const scope = scopeOf(endpoint);
  return (request: FastifyRequest, reply: FastifyReply, done: (problem?: Error) => void): void => {
    const { authorization } = request.headers;
    if (access !== 'anyone' || method !== 'GET' || authorization !== undefined) {
      reply.header('cache-control', 'no-store');
    }
    if (authorization === undefined) {
      done(access === 'anyone' ? undefined : new Problem('unauthorized', signedOut));
      return;
    }
    findSession(authorization).then((user) => {
      request.user = user ?? null;
      if (user && !request.asksForLanguage)
        request.language = memberLanguage({ languages }, user.language, request.language);
      if (user?.token) {
        // A script sees what is open to anyone as a visitor does.
        if (access === 'anyone') request.user = null;
        else if (!scope || !user.token.scopes.includes(scope)) return done(new Problem('scope_missing'));
        return done();
      }
      if (!user && access !== 'anyone') done(new Problem('unauthorized'));
      else if (user?.is_app && refusesApps) done(new Problem('app_password_refused'));
      else if (access === 'admin' && user?.plan_tier !== 'admin')
        done(new Problem(user?.lacks_second_factor ? 'second_factor_needed' : 'forbidden'));
      else if (confirmed && user?.must_confirm_email) done(new Problem('email_unconfirmed'));
      else done();
    }, done);
  };
}

/** Reads bodies as single files, whatever their Content-Type. */
function inFileScope(server: FastifyInstance, route: (scope: FastifyInstance) => void): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    route(scope);
  });
}

/** Leaves bodies to the handler, which streams them. */
function inUploadScope(server: FastifyInstance, route: (scope: FastifyInstance) => void): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    route(scope);
  });
}

/** Refuses a body by its Content-Length, before any of it is read. */
function refuseTooLarge(maxBytes: number) {
  return (request: FastifyRequest, _reply: FastifyReply, done: (problem?: Error) => void): void => {
    const large = Number(request.headers['content-length'] ?? 0) > maxBytes + FORM_BYTES;
    done(large ? new Problem('too_large', tooLarge(maxBytes)) : undefined);
  };
}

function bodyOf(endpoint: Endpoint, { body, params }: FastifyRequest): unknown {
  if (endpoint.body && body === undefined) throw new Problem('bad_json');
  const { id } = params as { id?: string };
  if (id !== undefined && typeof body === 'object' && body !== null) assertSameId(endpoint.path, id, body);
  return validated(endpoint.body, body);
}

/** The fields of a body; none of a file. */
const bodyIn = (body: unknown) =>
  typeof body === 'object' && body !== null && !Buffer.isBuffer(body) ? body : {};

export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}

const validated = (schema: z.ZodType | undefined, value: unknown) => schema && validate(schema, value);
