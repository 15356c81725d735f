import { endpoints } from 'contract/api.ts';
import type { Endpoint } from 'contract/endpoint.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { serverOfFile } from '../../testing/hooks.ts';

interface Operation {
  operationId: string;
  summary: string;
  security: { bearer?: [] }[];
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}

const s = serverOfFile();
let document: {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Record<string, object> };
};
beforeAll(async () => {
  document = (await s.app.inject({ url: '/openapi.json' })).json();
});

const all = endpoints as readonly Endpoint[];
const operationOf = ({ path, method }: Endpoint) =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];

describe('the OpenAPI document', () => {
  it('is OpenAPI 3.1 with all required members', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: 'Ovation', version: expect.stringMatching(/\S/) });
    for (const [path, item] of Object.entries(document.paths)) {
      expect(path).toMatch(/^\/[^:?#]*$/);
      for (const [method, operation] of Object.entries(item)) {
        expect(['get', 'post', 'put', 'patch', 'delete']).toContain(method);
        expect(Object.keys(operation.responses).length).toBeGreaterThan(0);
        for (const [status, response] of Object.entries(operation.responses)) {
          expect(status).toMatch(/^([1-5]\d\d|4XX|default)$/);
          expect(response.description).toMatch(/\S/);
        }
      }
    }
  });

  it('inlines every schema', () => {
    const walk = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      expect(node).not.toHaveProperty('$ref');
      expect(node).not.toHaveProperty('$schema');
      for (const child of Object.values(node)) walk(child);
    };
    walk(document.paths);
  });

  it('defines every security scheme it uses', () => {
    for (const endpoint of all) {
      for (const name of operationOf(endpoint)!.security.flatMap(Object.keys))
        expect(document.components.securitySchemes).toHaveProperty(name);
    }
  });

  it('contains nothing but the contract', () => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    expect(operations).toHaveLength(all.length);
  });

  it('names every operation once, for generated clients', () => {
    const names = all.map((endpoint) => operationOf(endpoint)!.operationId);
    expect(new Set(names).size).toBe(all.length);
    for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z0-9]+$/);
    expect(names).toContain('getTrackById');
  });
});

describe.each(all.map((endpoint) => [endpoint.route, endpoint] as const))('%s', (_address, endpoint) => {
  it('is described completely', () => {
    const operation = operationOf(endpoint)!;
    expect(operation.summary).toBe(endpoint.summary);
    expect(operation.security.some((scheme) => !scheme.bearer)).toBe(endpoint.access === 'anyone');
    const namesIn = (location: string) =>
      operation.parameters.filter((one) => one.in === location).map((one) => one.name);
    expect(namesIn('path')).toEqual([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name));
    for (const parameter of operation.parameters) {
      expect(parameter.schema).toBeTypeOf('object');
      if (parameter.in === 'path') expect(parameter.required).toBe(true);
    }
    expect(operation.requestBody !== undefined).toBe(
      Boolean(endpoint.body ?? endpoint.file ?? endpoint.upload),
    );
    const success = operation.responses[endpoint.status ?? 200]!;
    const type = endpoint.events ? 'text/event-stream' : 'application/json';
    expect(success.content?.[type]?.schema).toMatchObject({});
    for (const failure of ['4XX', 'default']) {
      expect(operation.responses[failure]?.content?.['application/json']?.schema).toMatchObject({
        required: ['message', 'code'],
      });
    }
  });

  it('is served', () => {
    expect(s.app.hasRoute({ method: endpoint.method, url: endpoint.path })).toBe(true);
  });
});
