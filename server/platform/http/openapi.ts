import { endpoints } from 'contract/api.ts';
import type { Endpoint } from 'contract/endpoint.ts';
import { scopeOf } from 'contract/features/accounts/scopes.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { VERSION } from '../version.ts';
import { type Precompressed, precompress, sendPrecompressed } from './compress.ts';

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  });
  return rest;
};

const problem = {
  description: 'An error: what went wrong and what to do about it.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['message', 'code'],
        properties: {
          message: {
            type: 'string',
            description: 'For people, in the language that Accept-Language asks for.',
          },
          code: { type: 'string', description: 'For programs: the same in every language.' },
          values: { type: 'object', description: 'The values in the message, if it has any.' },
          field: { type: 'string', description: 'The field that is wrong, if it is one.' },
        },
      },
    },
  },
};

function parameters(schema: z.ZodType | undefined, location: 'path' | 'query') {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }));
}

/** A method's name for generated clients: `getTrackById` for `GET /track/:id`. */
const operationId = ({ method, path }: Endpoint) =>
  method.toLowerCase() +
  path.replace(/:/g, 'by_').replace(/[^a-z0-9]+([a-z0-9]?)/gi, (_, first: string) => first.toUpperCase());

function operation(endpoint: Endpoint) {
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    // What a token of `POST /auth/tokens` needs for it; without one, no token may make the call.
    ...(scopeOf(endpoint) && { 'x-scope': scopeOf(endpoint) }),
    ...(typeof endpoint.cost === 'number' && { 'x-rate-limit-cost': endpoint.cost }),
    // What is open to anyone may say more to the signed-in: `{}` makes the token optional.
    security: endpoint.access === 'anyone' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } },
      },
    }),
    ...(endpoint.file && {
      requestBody: {
        required: true,
        description: `The file itself, at most ${endpoint.file.maxBytes} bytes.`,
        content: { 'application/octet-stream': {} },
      },
    }),
    ...(endpoint.upload && {
      requestBody: {
        required: true,
        description: `One file of at most ${endpoint.upload.maxBytes} bytes.`,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              required: [endpoint.upload.field],
              properties: { [endpoint.upload.field]: { type: 'string', format: 'binary' } },
            },
          },
        },
      },
    }),
    responses: {
      [endpoint.status ?? 200]: {
        description: 'Success',
        content: {
          [endpoint.events ? 'text/event-stream' : (endpoint.type ?? 'application/json')]: {
            schema: jsonSchema(endpoint.returns, 'output'),
          },
        },
      },
      '4XX': problem,
      default: problem,
    },
  };
}

/** The contract as an OpenAPI 3.1 document. @param site its name. */
function openApi(site: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints as readonly Endpoint[]) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: site,
      version: VERSION,
      description: 'AI music that the crowd calls for.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  };
}

export function openApiRoute(server: FastifyInstance, site: string): void {
  let document: Precompressed | undefined;
  server.get('/openapi.json', (request, reply) => {
    document ??= precompress(JSON.stringify(openApi(site)));
    return sendPrecompressed(request, reply.type('application/json; charset=utf-8'), document);
  });
}
