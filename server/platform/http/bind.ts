import type { Answer, Endpoint, HandlerInput } from 'contract/endpoint.ts';
import { Problem } from 'contract/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { CurrentUser } from './current-user.ts';
import { answerSchema } from './json-schema.ts';
import { FORM_BYTES, tooLarge } from './receive-file.ts';
import { validate } from './validate.ts';
import { household } from './visitor.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Refusals carry their sentence as `error` too, and end the connection: the rest of the body is not read. */
    tellsError?: boolean;
  }
  interface FastifyRequest {
    /** Whoever calls; null for a visitor. Set before anything of the call's input is read. */
    user: CurrentUser | null;
  }
}

/** What a handler may need of the call beside its input. */
export interface Call<E extends Endpoint = Endpoint> {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Scheme and host that the caller used, or PUBLIC_URL. */
  origin: string;
  /** Whoever calls; null, where anyone may call, for a visitor. */
  user: E['access'] extends 'anyone' ? CurrentUser | null : CurrentUser;
}

type MaybePromise<T> = T | Promise<T>;

/** What a handler answers; one that sends events has taken the reply over. */
type Result<E extends Endpoint> = E['events'] extends true ? undefined : MaybePromise<Answer<E>>;

export type Bind = <E extends Endpoint>(
  endpoint: E,
  handle: (input: HandlerInput<E>, call: Call<E>) => Result<E>,
) => void;

export interface Binding {
  publicUrl: string | undefined;
  /** Whose live session an Authorization header names. */
  whoIs: (authorization: string) => Promise<CurrentUser | undefined>;
  /** In how many ms a caller from this address may call again; 0 for now. */
  waitOf: (household: string) => number;
}

/**
 * Binds endpoints of the contract to functions: lets in who may call, validates what comes in, serializes
 * what goes out.
 */
export function binder(server: FastifyInstance, binding: Binding): Bind {
  server.decorateRequest('user', null);
  return (endpoint, handle) => {
    const status = endpoint.status ?? 200;
    const route = (scope: FastifyInstance) =>
      scope.route({
        method: endpoint.method,
        url: endpoint.path,
        schema: { response: { [status]: answerSchema(endpoint.returns) } },
        ...(endpoint.file && { bodyLimit: endpoint.file.maxBytes }),
        ...(endpoint.events && { exposeHeadRoute: false }),
        ...(endpoint.upload && { config: { tellsError: true } }),
        onRequest: endpoint.upload
          ? [doorkeeper(endpoint, binding), refuseTooLarge(endpoint.upload.maxBytes)]
          : doorkeeper(endpoint, binding),
        handler: (request, reply) => {
          const input = {
            params: validated(endpoint.params, request.params),
            query: validated(endpoint.query, request.query),
            body: endpoint.file || endpoint.upload ? request.body : bodyOf(endpoint, request),
          } as HandlerInput<typeof endpoint>;
          reply.code(status);
          const origin = binding.publicUrl ?? originOf(request);
          return handle(input, { request, reply, origin, user: request.user } as Call<typeof endpoint>);
        },
      });
    if (endpoint.file) inFileScope(server, route);
    else if (endpoint.upload) inUploadScope(server, route);
    else route(server);
  };
}

/**
 * Runs before the body is even read: the address's allowance, then who it is, then whether they may. Where
 * anyone may call, a token that is over is no token: it must not break browsing.
 */
function doorkeeper({ access, method }: Endpoint, { whoIs, waitOf }: Binding) {
  return (request: FastifyRequest, reply: FastifyReply, done: (problem?: Error) => void): void => {
    const wait = waitOf(household(request.ip));
    if (wait > 0) {
      done(new Problem('too_many_requests', undefined, { retry_after: Math.ceil(wait / 1000) }));
      return;
    }
    const { authorization } = request.headers;
    if (access !== 'anyone' || method !== 'GET' || authorization !== undefined) {
      reply.header('cache-control', 'no-store');
    }
    if (authorization === undefined) {
      done(access === 'anyone' ? undefined : new Problem('unauthorized'));
      return;
    }
    whoIs(authorization).then((user) => {
      request.user = user ?? null;
      if (!user && access !== 'anyone') done(new Problem('unauthorized'));
      else if (access === 'admin' && user?.plan_tier !== 'admin') done(new Problem('forbidden'));
      else done();
    }, done);
  };
}

/** A place where every body is one file, whatever its type says. */
function inFileScope(server: FastifyInstance, route: (scope: FastifyInstance) => void): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    route(scope);
  });
}

/** A place where bodies are left unread: the handler takes them as they come in. */
function inUploadScope(server: FastifyInstance, route: (scope: FastifyInstance) => void): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    route(scope);
  });
}

/** A body that says itself that it is too large need not be read to know. */
function refuseTooLarge(maxBytes: number) {
  return (request: FastifyRequest, _reply: FastifyReply, done: (problem?: Error) => void): void => {
    const large = Number(request.headers['content-length'] ?? 0) > maxBytes + FORM_BYTES;
    done(large ? new Problem('too_large', tooLarge(maxBytes)) : undefined);
  };
}

function bodyOf(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (endpoint.body && request.body === undefined) throw new Problem('bad_json');
  return validated(endpoint.body, request.body);
}

export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}

const validated = (schema: z.ZodType | undefined, value: unknown) => schema && validate(schema, value);
