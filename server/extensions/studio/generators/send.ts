import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { lookupPublic } from '../../../platform/http/connections/public-addresses.ts';
import { nodeHttp } from '../../../platform/http/requests/raw-refusals.ts';
import { GeneratorError } from '../generator.ts';

interface Outgoing {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Until the whole response has arrived, ms. */
  timeout: number;
  signal?: AbortSignal | undefined;
  /** Refuses to connect to private addresses. */
  publicOnly?: boolean;
}

/**
 * Sends one HTTP request over a connection of its own, follows no redirects and repeats nothing, because every request
 * may cost money.
 * @param name the generator's name, for the failure.
 * @throws GeneratorError `transient` if nothing was sent, `lost` if the request left but no response came.
 * @throws the reason of `signal` when it aborts.
 */
export async function send(name: string, url: URL, outgoing: Outgoing): Promise<IncomingMessage> {
  const { method = 'GET', headers, body, timeout, signal, publicOnly } = outgoing;
  const deadline = AbortSignal.timeout(timeout);
  const start = url.protocol === 'https:' ? requestHttps : nodeHttp.request;
  const request = start(url, {
    method,
    headers: {
      ...headers,
      'accept-encoding': 'identity',
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    },
    // A kept connection may be closed just when it is used again; then nobody knows whether the request arrived.
    agent: false,
    ...(publicOnly && { lookup: lookupPublic }),
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
  });
  let left = false;
  request.once('socket', (socket) => {
    socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      left = true;
    });
  });
  request.end(body);
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response;
  } catch (error) {
    signal?.throwIfAborted();
    const reason = deadline.aborted ? 'it did not answer in time' : causeOf(error);
    throw new GeneratorError(
      left ? 'lost' : 'transient',
      left
        ? `The connection to ${name} broke before it answered (${reason}).`
        : `${name} cannot be reached (${reason}).`,
    );
  } finally {
    // The signal still ends the response; this listener only keeps a late error from ending the process.
    request.on('error', () => {});
  }
}

/**
 * Reads the answer to an order.
 * @throws GeneratorError `lost` if it breaks off or is longer than `maxBytes`: nobody knows what became of the order.
 */
async function readBody(name: string, response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of readLimited(name, response, maxBytes)) chunks.push(chunk);
  } catch (error) {
    throw error instanceof GeneratorError ? new GeneratorError('lost', error.message) : error;
  }
  return Buffer.concat(chunks);
}

/** A refusal's JSON, of which only the beginning is read; undefined if that is something else. Its status says enough. */
export async function readRefusal(response: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_REFUSAL_BYTES) return undefined;
    }
    return parseJson(Buffer.concat(chunks).toString());
  } catch {
    return undefined;
  } finally {
    response.destroy();
  }
}

/**
 * The body in pieces.
 * @throws GeneratorError `lost` if it breaks off, `failed` if it is longer than `maxBytes`: it will be again.
 */
export async function* readLimited(
  name: string,
  response: IncomingMessage,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  const tooLong = () => new GeneratorError('failed', `${name} sent more than ${maxBytes / 1_000_000} MB.`);
  let size = 0;
  try {
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLong();
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw tooLong();
      yield chunk;
    }
  } catch (error) {
    if (error instanceof GeneratorError) throw error;
    throw new GeneratorError('lost', `The answer of ${name} broke off (${causeOf(error)}).`);
  } finally {
    response.destroy();
  }
}

function causeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code && code !== 'ABORT_ERR' ? code : message;
}

/** A JSON response; `body` is undefined if it is something else. */
export interface JsonResponse {
  status: number;
  headers: IncomingMessage['headers'];
  body: unknown;
}

const MAX_JSON_BYTES = 2_000_000;
const MAX_REFUSAL_BYTES = 100_000;

/** Sends a request and parses its response, whatever its status. @throws GeneratorError as `send`. */
export async function sendForJson(name: string, url: URL, outgoing: Outgoing): Promise<JsonResponse> {
  const response = await send(name, url, outgoing);
  const { statusCode: status = 0, headers } = response;
  if (status < 200 || status > 299) return { status, headers, body: await readRefusal(response) };
  const text = (await readBody(name, response, MAX_JSON_BYTES)).toString();
  return { status, headers, body: parseJson(text) };
}

/** Parses JSON; undefined if it is something else. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
