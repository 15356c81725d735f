import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { signUp, type TestServer, testServer } from '../../server/testing/server.ts';
import { Skipped } from '../faults/lib/scenario.ts';
import type { Part, Proof, Stage } from './part.ts';

/** A linter and a generator of clients (MIT, 60 MB with their own TypeScript); installed without their scripts. */
const PACKAGES = ['@redocly/cli@2.77.0', 'openapi-typescript@7.13.0', 'openapi-fetch@0.17.0'];

/** A client that is generated from `/openapi.json`, checked by a strict compiler, calls every operation. */
export const part: Part = { name: 'OpenAPI client', programs: {}, longOnly: true, run };

async function run({ folder }: Stage): Promise<Proof> {
  const options = ['--ignore-scripts', '--no-save', '--prefer-offline', '--no-audit'];
  const npm = spawnSync('npm', ['install', '--prefix', folder, ...options, ...PACKAGES], { cwd: folder });
  if (npm.status !== 0) throw new Skipped('npm cannot install the generator');
  const proof: Proof = { version: PACKAGES.join(', '), proved: [], broken: [] };
  const installed = path.join(folder, 'node_modules/.bin');
  const prove = (what: string, program: string, ...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: 'utf8' });
    if (status === 0) proof.proved.push(what);
    else proof.broken.push(`not so: ${what}.\n${stdout}${stderr}`);
  };
  const s = await testServer();
  try {
    const origin = await s.app.listen({ port: 0, host: '127.0.0.1' });
    const document = (await (await fetch(`${origin}/openapi.json`)).json()) as Document;
    writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify(document));
    writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(path.join(folder, 'redocly.yaml'), STRICT);
    writeFileSync(path.join(folder, 'client.ts'), clientOf(document));
    prove(
      'the document passes the recommended rules of Redocly',
      `${installed}/redocly`,
      'lint',
      'openapi.json',
    );
    prove('a client is generated', `${installed}/openapi-typescript`, 'openapi.json', '-o', 'api.d.ts');
    const compiler = path.join(import.meta.dirname, '../../node_modules/.bin/tsc');
    const target = [
      '--noEmit',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--lib',
      'es2023,dom,dom.iterable',
    ];
    const checks = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--types', ''];
    prove('its calls compile strictly', compiler, ...target, ...checks, 'client.ts');
    if (proof.broken.length === 0) await callAll(s, origin, folder, document, proof);
    return proof;
  } finally {
    await s.close();
  }
}

/** Warnings count, too. */
const STRICT = `extends: [recommended-strict]\ntelemetry: off\n`;

interface Schema {
  [key: string]: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  enum?: unknown[];
}
interface Operation {
  operationId: string;
  security: { bearer?: [] }[];
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<string, { content: object }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
}

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

/** TypeScript with a function for each operation, which passes what the document requires. */
function clientOf(document: Document): string {
  const calls = operationsOf(document).map(({ path, method, operation }) => {
    const { operationId, parameters, requestBody, responses } = operation;
    const params: Record<string, Record<string, unknown>> = {};
    for (const { name, in: place, required, schema } of parameters)
      if (required) params[place] = { ...params[place], [name]: exampleOf(schema) };
    const options = [`params: ${JSON.stringify(params)}`];
    const [type, { schema }] = Object.entries(requestBody?.content ?? {})[0] ?? ['', {}];
    if (schema) options.push(`body: ${JSON.stringify(exampleOf(schema))}`);
    if (type === 'multipart/form-data') options.push('bodySerializer: form');
    if (type === 'application/octet-stream')
      options.push(`body: 'x', bodySerializer: String, headers: { 'content-type': '${type}' }`);
    const [success] = Object.keys(Object.values(responses)[0]!.content);
    const parseAs = { 'application/json': 'json', 'text/event-stream': 'stream' }[success!] ?? 'text';
    options.push(`parseAs: '${parseAs}'`);
    return `  ${operationId}: (client: Client) => client.${method}('${path}', { ${options.join(', ')} }),`;
  });
  return `import createClient, { type Client as Generated } from 'openapi-fetch';
import type { paths } from './api.d.ts';
type Client = Generated<paths>;
const form = (body: object) => {
  const data = new FormData();
  for (const name of Object.keys(body)) data.append(name, new Blob(['x']), 'file');
  return data;
};
export const clientFor = (baseUrl: string, token: string | undefined): Client =>
  createClient<paths>({ baseUrl, headers: token ? { authorization: \`Bearer \${token}\` } : {} });
export const calls = {
${calls.join('\n')}
};
`;
}

/** The smallest value that a schema allows, apart from patterns. */
function exampleOf(schema: Schema): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return exampleOf(schema.anyOf[0]!);
  const texts: Record<string, string> = {
    uuid: '00000000-0000-4000-8000-000000000000',
    email: 'client@people.example',
    uri: 'https://client.example/',
  };
  const values: Record<string, () => unknown> = {
    string: () => texts[String(schema.format)] ?? 'a'.repeat(Number(schema.minLength ?? 1)),
    integer: () => schema.minimum ?? 1,
    number: () => schema.minimum ?? 1,
    boolean: () => true,
    array: () =>
      Array.from({ length: Number(schema.minItems ?? 0) }, () => exampleOf(schema.items as Schema)),
    object: () =>
      Object.fromEntries((schema.required ?? []).map((name) => [name, exampleOf(schema.properties![name]!)])),
  };
  return values[String(schema.type)]?.() ?? null;
}

/** Result of a call of openapi-fetch. */
interface Outcome {
  response: Response;
  data?: unknown;
  error?: { message?: string; code?: string };
}
interface Generated {
  clientFor: (origin: string, token: string | undefined) => object;
  calls: Record<string, (client: object) => Promise<Outcome>>;
}

/** A visitor, and for each call a member of its own, since some end a session. */
async function callAll(s: TestServer, origin: string, folder: string, document: Document, proof: Proof) {
  const { clientFor, calls }: Generated = await import(path.join(folder, 'client.ts'));
  for (const role of ['visitor', 'member']) {
    const found = { succeeded: 0, refused: 0 };
    for (const { operation } of operationsOf(document)) {
      const token = role === 'member' ? (await signUp(s, { tier: 'plus' })).token : undefined;
      const { response, data, error } = await calls[operation.operationId]!(clientFor(origin, token));
      if (data instanceof ReadableStream) await data.cancel();
      const { status, ok } = response;
      const isPrivate = operation.security.every(({ bearer }) => bearer);
      // 503 is what calls about payments get, which nobody has set up here.
      const isTold = ok ? String(status) in operation.responses : Boolean(error?.message && error.code);
      const isRight = !token && isPrivate ? status === 401 : status < 500 || status === 503;
      if (!isTold || !isRight) proof.broken.push(`${operation.operationId} for a ${role}: ${status}`);
      found[ok ? 'succeeded' : 'refused']++;
    }
    proof.proved.push(
      `calls of a ${role}: ${found.succeeded} succeeded, ${found.refused} were refused as told`,
    );
  }
}
