import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Submission, TakeSpec } from '../../generator.ts';

interface ReceivedCall {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed body; undefined if it is not JSON. */
  json: Record<string, unknown> | undefined;
}

export type Respond = (call: ReceivedCall, response: ServerResponse) => void;

/** A provider's stand-in. It answers as `respond` says, and keeps what it received. */
export interface Provider {
  url: string;
  calls: ReceivedCall[];
  respond: Respond;
}

export async function startProvider(respond: Respond): Promise<Provider> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const call: ReceivedCall = {
      method: request.method!,
      path: request.url!,
      headers: request.headers,
      text,
      json: request.headers['content-type'] === 'application/json' ? JSON.parse(text || '{}') : undefined,
    };
    provider.calls.push(call);
    provider.respond(call, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const provider: Provider = { url: `http://127.0.0.1:${port}`, calls: [], respond };
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return provider;
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export function workFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'ovation-take-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return path.join(folder, 'take.part');
}

export function submission(): Submission {
  return { target: workFile(), signal: new AbortController().signal, onProgress: () => {} };
}

export const spec: TakeSpec = {
  title: 'Paper Lanterns',
  genre: 'electronic-dance:synthwave',
  prompt: 'A night drive along the coast, 104 bpm, A minor',
  seconds: 90,
  seed: 1234,
  number: 1,
};

/** The first frames of a song, for a generator that only looks at its beginning. */
export const song = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(5000, 0x55)]);

/** The failure of a promise; fails the test if there is none. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail('It did not fail.'),
    (error: unknown) => error,
  );
}
