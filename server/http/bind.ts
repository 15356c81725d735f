import type { Answer, Endpoint, HandlerInput } from 'contract/endpoint.ts';
import { Problem } from 'contract/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { answerSchema } from './json-schema.ts';

/** What a handler may need of the call beside its input. */
export interface Call {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Scheme and host that the caller used, or PUBLIC_URL. */
  origin: string;
}

type MaybePromise<T> = T | Promise<T>;

export type Bind = <E extends Endpoint>(
  endpoint: E,
  handle: (input: HandlerInput<E>, call: Call) => MaybePromise<Answer<E>>,
) => void;

/** Binds endpoints of the contract to functions: validates what comes in, serializes what goes out. */
export function binder(server: FastifyInstance, publicUrl: string | undefined): Bind {
  return (endpoint, handle) => {
    const status = endpoint.status ?? 200;
    server.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: { response: { [status]: answerSchema(endpoint.returns) } },
      handler: (request, reply) => {
        const input = {
          params: parsed(endpoint.params, request.params),
          query: parsed(endpoint.query, request.query),
          body: parsed(endpoint.body, request.body),
        } as HandlerInput<typeof endpoint>;
        reply.code(status);
        return handle(input, { request, reply, origin: publicUrl ?? originOf(request) });
      },
    });
  };
}

export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}

/** @throws Problem `bad_input` that names the field and says what to do. */
function parsed(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  if (issue.code === 'unrecognized_keys') {
    throw new Problem('bad_input', `There is no parameter "${issue.keys[0]}" here.`, {
      field: issue.keys[0],
    });
  }
  const field = issue.path.join('.');
  const sentence = issue.message.replace(/([^.!?])$/, '$1.');
  throw new Problem('bad_input', field === '' ? undefined : `${field}: ${sentence}`, { field });
}
