import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProviderSettings } from '../settings.ts';

/** Faults of a provider. */
export interface Lies {
  /** Replaces claims of the ID token. */
  claims?: Record<string, unknown>;
  algorithm?: string;
  /** Signs with a key that it does not publish. */
  foreignKey?: true;
  /** Redirects instead of answering. */
  redirect?: true;
  status?: number;
  /** Never answers. */
  silent?: true;
  /** Sends this many bytes too much. */
  padding?: number;
}

const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A login provider on this machine, which lies on demand. */
export async function openLoginProvider() {
  const { privateKey, publicKey } = keyPair();
  const foreign = keyPair().privateKey;
  const grants = new Map<string, { challenge: string; claims: object; lies: Lies }>();
  const calls: string[] = [];
  const files = new Map<string, Buffer>();
  const state = { metadata: {} as Record<string, unknown>, status: 200 };

  const sign = (claims: object, { algorithm = 'RS256', foreignKey }: Lies) => {
    const content = `${base64url({ alg: algorithm, kid: 'one' })}.${base64url(claims)}`;
    if (algorithm === 'none') return `${content}.`;
    const signature = createSign('sha256')
      .update(content)
      .sign(foreignKey ? foreign : privateKey);
    return `${content}.${signature.toString('base64url')}`;
  };

  const redeem = async (request: IncomingMessage) => {
    const form = new URLSearchParams(await bodyOf(request));
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const basic = `Basic ${Buffer.from('ovation:secret').toString('base64')}`;
    if (request.headers.authorization !== basic) return { status: 401, body: { error: 'invalid_client' } };
    if (grant?.challenge !== challenge) return { status: 400, body: { error: 'invalid_grant' } };
    const { lies, claims } = grant;
    if (lies.silent) return undefined;
    return {
      status: lies.redirect ? 302 : (lies.status ?? 200),
      body: {
        access_token: 'x',
        token_type: 'Bearer',
        id_token: sign({ ...claims, ...lies.claims }, lies),
        padding: 'x'.repeat(lies.padding ?? 0),
      },
    };
  };

  const server = createServer(async (request, response) => {
    calls.push(request.url!);
    const send = (status: number, body: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json', location: '/elsewhere' })
        .end(JSON.stringify(body));
    if (state.status !== 200) return send(state.status, {});
    const file = files.get(request.url!);
    if (file) return response.end(file);
    if (request.url === '/jwks') {
      const jwk = publicKey.export({ format: 'jwk' });
      return send(200, { keys: [{ ...jwk, kid: 'one', use: 'sig', alg: 'RS256' }] });
    }
    if (request.url === '/token') {
      const answer = await redeem(request);
      return answer && send(answer.status, answer.body);
    }
    send(200, {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      ...state.metadata,
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    issuer,
    calls,
    files,
    state,
    settings: (changes: Partial<ProviderSettings> = {}): ProviderSettings => ({
      id: '1',
      issuer,
      clientId: 'ovation',
      clientSecret: 'secret',
      name: 'The choir',
      redirectUri: 'http://localhost:3000/login',
      insecure: true,
      scopes: 'openid email profile',
      signUp: false,
      groupsClaim: 'groups',
      plans: new Map(),
      ...changes,
    }),
    /** A person agrees at the URL where we sent them. @returns the query with which they come back. */
    agree: (url: string, subject: string, lies: Lies = {}) => {
      const query = new URL(url).searchParams;
      const code = randomBytes(9).toString('base64url');
      const now = Math.floor(Date.now() / 1000);
      const claims = {
        iss: issuer,
        aud: query.get('client_id'),
        sub: subject,
        nonce: query.get('nonce'),
        iat: now,
        exp: now + 300,
        email: `${subject}@choir.example`,
      };
      grants.set(code, { challenge: query.get('code_challenge')!, claims, lies });
      return { code, state: query.get('state')! };
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
