import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { catalogue } from 'contract/errors.ts';
import { pageNames, pages } from 'contract/pages.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOpenRequest } from '../../testing/requests.ts';
import { publishTrack, signUp, type TestServer, testServer } from '../../testing/server.ts';
import { withExtensions } from '../../testing/with-extensions.ts';
import { pagePolicy } from './headers.ts';
import type { BuiltSite } from './pages/site.ts';

const INLINE = "document.documentElement.dataset.theme = 'dark'";
const SCRIPT = `console.log(${JSON.stringify('x'.repeat(3000))})`;
const PAGE = `<!doctype html><!-- about --><title>Ovation</title><meta property="og:image" content="/social.png" /><!-- /about --><!-- preload --><script>${INLINE}</script><!-- data --><div id="root"><!-- content --></div>`;
const SECRET = 'the password is swordfish, in /srv/secret.ts';

let s: TestServer;
let site: TestServer;
let webDir: string;
let built: BuiltSite;

beforeAll(async () => {
  webDir = await mkdtemp(path.join(tmpdir(), 'ovation-web-'));
  await mkdir(path.join(webDir, 'assets'));
  await writeFile(path.join(webDir, 'index.html'), PAGE);
  await writeFile(path.join(webDir, 'icon.svg'), '<svg/>');
  await writeFile(path.join(webDir, 'worker.js'), 'keep()');
  await writeFile(path.join(webDir, 'worker-off.js'), 'remove()');
  await writeFile(path.join(webDir, 'assets/main-1a2b.js'), SCRIPT);
  await writeFile(path.join(webDir, 'assets/main-1a2b.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(path.join(webDir, 'assets/main-1a2b.js.gz'), gzipSync(SCRIPT));
  await writeFile(path.join(webDir, 'assets/.env'), 'SECRET=1');
  await writeFile(
    path.join(webDir, 'picture.mjs'),
    "export const renderPage = async (address, { data }) => ({ html: '<p>' + data.explore?.newReleases.length + ' new</p>', styles: '', entries: [[[address], data]] });",
  );
  built = { folder: webDir, renderModule: path.join(webDir, 'picture.mjs') };
  site = await testServer({ site: built });
  s = await testServer();
});
afterAll(async () => {
  await s.close();
  await site.close();
  await rm(webDir, { recursive: true });
});

/** A server with routes that fail in every way a route can fail. Routes must be added before `ready`. */
async function failingServer() {
  const { buildApp } = await import('../../app.ts');
  const app = await buildApp(s.c, {
    publicUrl: undefined,
    trustProxy: 0,
    rateLimit: false,
    logLevel: 'silent',
    site: undefined,
  });
  app.get('/throws', () => {
    throw new Error(SECRET);
  });
  app.get('/rejects', async () => {
    await Promise.reject(Object.assign(new TypeError(SECRET), { statusCode: 401, code: 'EAUTH' }));
  });
  app.get('/throws-text', () => {
    throw SECRET;
  });
  app.get('/query-fails', async () => {
    await s.c.db
      .selectFrom('no_such_table' as 'track')
      .selectAll()
      .execute();
  });
  return app;
}

describe('every response', () => {
  it.each([
    ['/track', 200],
    ['/nowhere', 404],
    ['/track?limit=0', 400],
    ['/track/%E0%A4%A', 400],
    ['/openapi.json', 200],
  ])('%s has the security headers (%i)', async (url, status) => {
    const answer = await s.app.inject({ url });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-type': 'application/json; charset=utf-8',
    });
    expect(answer.headers).not.toHaveProperty('x-powered-by');
    expect(answer.headers).not.toHaveProperty('server');
  });
});

it.each([
  ['https://ovation.example', 'max-age=31536000'],
  ['http://ovation.example', undefined],
  [undefined, undefined],
])('with PUBLIC_URL %s, Strict-Transport-Security is %s', async (publicUrl, expected) => {
  const own = await testServer({ publicUrl });
  for (const url of ['/track', '/nowhere', '/track/%E0%A4%A'])
    expect((await own.app.inject({ url })).headers['strict-transport-security']).toBe(expected);
  await own.close();
});

describe('compression', () => {
  beforeAll(async () => {
    for (let i = 0; i < 20; i++) await publishTrack(s.c);
    s.time.now += 60_000;
  });
  const fetchPage = (encoding?: string, url = '/track') =>
    s.app.inject({ url, headers: { host: 'x', ...(encoding && { 'accept-encoding': encoding }) } });

  it.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ])('%s gets %s', async (accepted, encoding, decode) => {
    const plain = await fetchPage();
    const answer = await fetchPage(accepted);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers.vary).toBe('accept-encoding');
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
    expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
    expect(decode(answer.rawPayload).toString()).toBe(plain.payload);
  });

  it.each([undefined, 'identity', 'zstd', 'br;q=0', 'gzip;q=0.0, br; q=0', 'brotli', ''])(
    '%j gets no compression, but a Vary header',
    async (accepted) => {
      const answer = await fetchPage(accepted);
      expect(answer.headers).not.toHaveProperty('content-encoding');
      expect(answer.headers.vary).toBe('accept-encoding');
      expect(answer.json()).toHaveLength(20);
    },
  );

  it('skips short responses and errors', async () => {
    expect((await fetchPage('br', '/track?limit=1')).headers).not.toHaveProperty('content-encoding');
    expect((await fetchPage('br', '/nowhere')).headers).not.toHaveProperty('content-encoding');
  });
});

describe('errors', () => {
  it.each(['/throws', '/rejects', '/throws-text', '/query-fails'])(
    '%s is a 500 that reveals no internals',
    async (url) => {
      const app = await failingServer();
      const answer = await app.inject({ url });
      expect(answer.statusCode).toBe(500);
      expect(answer.json()).toEqual({ message: catalogue.internal[1], code: 'internal' });
      expect(JSON.stringify(answer.headers)).not.toMatch(/swordfish|secret/);
      expect(answer.headers['cache-control']).toBe('no-store');
      await app.close();
    },
  );

  it('unknown URLs and methods are 404 in the usual form of an error', async () => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      const answer = await s.app.inject({ method, url: '/nowhere?secret=1' });
      expect(answer.statusCode).toBe(404);
      if (method !== 'HEAD')
        expect(answer.json()).toEqual({ message: catalogue.not_found[1], code: 'not_found' });
    }
    expect((await s.app.inject({ method: 'DELETE', url: '/track' })).statusCode).toBe(404);
  });

  it.each([
    ['not json', 'application/json', 400, 'bad_json'],
    ['', 'application/json', 400, 'bad_json'],
    ['{"track_id":', 'application/json', 400, 'bad_json'],
    ['{"__proto__":{"x":1}}', 'application/json', 400, 'bad_json'],
    ['<a/>', 'text/xml', 415, 'wrong_type'],
    ['{}', 'text/plain', 415, 'wrong_type'],
    ['a=b', 'application/x-www-form-urlencoded', 415, 'wrong_type'],
    [`"${'x'.repeat(300_000)}"`, 'application/json', 413, 'too_large'],
    ['null', 'application/json', 400, 'bad_input'],
    ['[]', 'application/json', 400, 'bad_input'],
    ['{"track_id":"x","played_ms":1}', 'application/json', 400, 'bad_input'],
  ])('the body %.20s as %s is %i %s', async (payload, type, status, code) => {
    const answer = await s.app.inject({
      method: 'POST',
      url: '/plays',
      payload,
      headers: { 'content-type': type },
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ code, message: expect.stringMatching(/\.$/) });
  });

  it('an error about input names its field', async () => {
    const answer = await s.app.inject({ url: '/track?limit=many' });
    expect(answer.json()).toEqual({
      code: 'bad_input',
      field: 'limit',
      message: 'The limit must be a whole number from 1 to 200.',
    });
  });

  it.each([
    '/%',
    '/%00',
    '/track/%ff',
    '/track?q=%',
    '/track?q=%C3%28',
    '/track?%=%',
    '/track?q[]=a',
    '/track?q=a&q=b',
    '/track?__proto__=1',
    '/track?constructor=1',
    '/track;x=1',
    `/track?q=${'x'.repeat(10_000)}`,
    `/${'x/'.repeat(3000)}`,
    '/explore?q=%00',
  ])('%.40s is never a 5xx', async (url) => {
    const answer = await s.app.inject({ url });
    expect(answer.statusCode).toBeLessThan(500);
    if (answer.statusCode !== 200) expect(answer.json().message).toMatch(/\.$/);
  });

  it('bytes that are not HTTP are refused, and the server keeps working', async () => {
    const own = await testServer();
    await own.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = own.app.server.address() as AddressInfo;
    const send = (bytes: string) =>
      new Promise<string>((resolve, reject) => {
        let answer = '';
        const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
        socket.on('data', (piece) => {
          answer += piece;
        });
        socket.on('error', reject);
        socket.on('close', () => resolve(answer));
      });
    for (const bytes of [
      'nonsense\r\n\r\n',
      'GET /tr ack HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\nContent-Length: -1\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    ]) {
      expect(await send(bytes)).toMatch(/^HTTP\/1\.1 4\d\d /);
    }
    expect(await send('GET /track HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 200 /,
    );
    await own.close();
  });
});

describe('URLs in responses', () => {
  const audioOf = async (server: TestServer, headers: Record<string, string>) =>
    (await server.app.inject({ url: '/track?limit=1', headers })).json()[0].audio_url;

  it('use the Host header and ignore forged proxy headers', async () => {
    expect(await audioOf(s, { host: 'here.example' })).toMatch(/^http:\/\/here\.example\/media\//);
    expect(
      await audioOf(s, {
        host: 'here.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
      }),
    ).toMatch(/^http:\/\/here\.example\//);
  });

  it('use the proxy headers or PUBLIC_URL if the settings say so', async () => {
    const behind = await testServer({ trustProxy: 1 });
    await publishTrack(behind.c);
    expect(
      await audioOf(behind, {
        host: 'inside',
        'x-forwarded-host': 'o.example',
        'x-forwarded-proto': 'https',
      }),
    ).toMatch(/^https:\/\/o\.example\//);
    await behind.close();
    const known = await testServer({ publicUrl: 'https://o.example' });
    await publishTrack(known.c);
    expect(await audioOf(known, { host: 'whatever' })).toMatch(/^https:\/\/o\.example\//);
    await known.close();
  });
});

describe('the site', () => {
  const html = { accept: 'text/html,*/*' };

  it.each(
    pageNames
      .map((name) => pages[name].path.replace('/:slug?', ''))
      // These have other statuses for what does not exist; see also discovery/pages.test.ts.
      .filter((page) => page !== '/leaderboard/:id' && !/^\/(tracks|artists|genres|people)\/:/.test(page))
      .map((page) => page.replace(':id', '6e7a14c2-0000-4000-8000-000000000000')),
  )('%s is the page', async (url) => {
    const answer = await site.app.inject({ url, headers: html });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.payload).toContain('<div id="root">');
  });

  it.each([undefined, '*/*', 'application/json', 'image/png', ''])(
    'a crawler that accepts %s gets the page',
    async (accept) => {
      for (const url of ['/', '/leaderboard']) {
        const answer = await site.app.inject({ url, headers: accept === undefined ? {} : { accept } });
        expect(answer.statusCode).toBe(200);
        expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
        expect((await site.app.inject({ method: 'HEAD', url })).statusCode).toBe(200);
      }
    },
  );

  it.each(['/track/no/such', '/track/1', '/requests/1/2/3', '/openapi.json/x'])(
    '%s gets JSON, whatever Accept says',
    async (url) => {
      const answer = await site.app.inject({ url, headers: html });
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(answer.json()).toHaveProperty('code');
    },
  );

  it('has an absolute URL for its preview picture', async () => {
    const imageOf = async (server: TestServer, headers: Record<string, string>) =>
      /og:image" content="([^"]*)"/.exec(
        (await server.app.inject({ url: '/library', headers })).payload,
      )?.[1];
    expect(await imageOf(site, { host: 'o.test' })).toBe('http://o.test/social.png');
    expect(await imageOf(site, { host: 'o"><script>.test' })).not.toContain('<');
    const known = await testServer({
      publicUrl: 'https://o.example',
      site: { folder: webDir, renderModule: path.join(webDir, 'picture.mjs') },
    });
    expect(await imageOf(known, {})).toBe('https://o.example/social.png');
    await known.close();
  });

  it("a request's page says in its preview what was requested, and is 404 for an unknown request", async () => {
    const nora = await signUp(site, { name: 'nora' });
    const id = await createOpenRequest(site.c, nora.id, { title: 'Salt & "Light" <b>', votes: 22 });
    const page = await site.app.inject({
      url: `/leaderboard/${id}`,
      headers: { host: 'o.test', accept: '*/*' },
    });
    expect(page.statusCode).toBe(200);
    for (const text of [
      '<title>Salt &#38; &#34;Light&#34; &#60;b&#62; by Somebody – Ovation</title>',
      'property="og:title" content="Salt &#38; &#34;Light&#34; &#60;b&#62; by Somebody"',
      `property="og:url" content="http://o.test/leaderboard/${id}"`,
      `og:description" content="Requested by ${nora.username}. It has 22 of 30 votes.`,
    ])
      expect(page.payload).toContain(text);
    for (const url of ['/leaderboard/x', '/leaderboard/6e7a14c2-0000-4000-8000-000000000000'])
      expect((await site.app.inject({ url, headers: html })).statusCode).toBe(404);
  });

  it("a merged request's page leads to the one that lives on", async () => {
    const nora = await signUp(site, { name: 'nora' });
    const [merged_into, merged] = [
      await createOpenRequest(site.c, nora.id, { title: 'Tide', votes: 1 }),
      await createOpenRequest(site.c, nora.id, { title: 'The tide', votes: 1 }),
    ];
    await site.c.db.updateTable('song_request').set({ merged_into }).where('id', '=', merged).execute();
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await site.app.inject({ method, url: `/leaderboard/${merged}?lamp=1` });
      expect([statusCode, headers.location]).toEqual([308, `/leaderboard/${merged_into}`]);
    }
    expect((await site.app.inject({ url: `/leaderboard/${merged_into}` })).statusCode).toBe(200);
  });

  it('the head of the board says what it is for', async () => {
    const { payload } = await site.app.inject({
      url: '/leaderboard',
      headers: { host: 'o.test', accept: '*/*' },
    });
    expect(payload).toContain('content="Request a song. When 30 people want it, AI makes it."');
  });

  it("the preview of a lamp's link says who lit which, and shows its picture; other lamps are none", async () => {
    const nora = await signUp(site, { name: 'nora' });
    const id = await createOpenRequest(site.c, nora.id, { title: 'Salt', votes: 22 });
    const open = async (query: string) => {
      const headers = { host: 'o.test', accept: '*/*' };
      return (await site.app.inject({ url: `/leaderboard/${id}${query}`, headers })).payload;
    };
    for (const text of [
      'property="og:title" content="I lit lamp 17 of 30 for Salt by Somebody"',
      `property="og:url" content="http://o.test/leaderboard/${id}?lamp=17"`,
      `property="og:image" content="http://o.test/social/lamps/${id}-17.jpg"`,
    ])
      expect(await open('?lamp=17&x=1')).toContain(text);
    const plain = await open('');
    expect(plain).toContain(`content="http://o.test/social/requests/${id}.jpg?v=22"`);
    for (const query of ['?lamp=23', '?lamp=0', '?lamp=-1', '?lamp=1e1', '?lamp=<b>', '?lamp'])
      expect(await open(query), query).toBe(plain);
  });

  it('allows only its own scripts', async () => {
    const policy = (await site.app.inject({ url: '/', headers: html })).headers[
      'content-security-policy'
    ] as string;
    const directives = new Map(
      policy.split('; ').map((directive) => {
        const [name, ...sources] = directive.split(' ').filter(Boolean);
        return [name, sources];
      }),
    );
    const hash = createHash('sha256').update(INLINE).digest('base64');
    expect(directives.get('script-src')).toEqual(["'self'", `'sha256-${hash}'`]);
    // With payments, those of the payment provider are allowed too.
    expect(policy).not.toContain('stripe');
    expect(directives.get('media-src')).toEqual(["'self'", 'blob:']);
    const elsewhere = pagePolicy([], false, 'https://media.example').split('; ');
    expect(elsewhere.filter((line) => line.includes('https://media.example'))).toEqual([
      "connect-src 'self' https://media.example",
      "img-src 'self' data: blob: https://media.example",
      "media-src 'self' blob: https://media.example",
    ]);
    expect(pagePolicy([], true, undefined)).toContain(
      "script-src 'self'  https://js.stripe.com https://*.js.stripe.com;",
    );
    expect(directives.get('default-src')).toEqual(["'self'"]);
    for (const name of ['object-src', 'base-uri', 'frame-ancestors'])
      expect(directives.get(name)).toEqual(["'none'"]);
  });

  it('answers other URLs with the page and 404, API calls with JSON', async () => {
    const page = await site.app.inject({ url: '/no/such/page', headers: html });
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    const data = await site.app.inject({ url: '/no/such/data', headers: { accept: 'application/json' } });
    expect([data.statusCode, data.json().code]).toEqual([404, 'not_found']);
    expect((await site.app.inject({ method: 'POST', url: '/library', headers: html })).statusCode).toBe(404);
  });

  it('serves the files that the build compressed, cached forever', async () => {
    const fetchScript = (headers: Record<string, string> = {}) =>
      site.app.inject({ url: '/assets/main-1a2b.js', headers });
    const plain = await fetchScript();
    expect(plain.payload).toBe(SCRIPT);
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const br = await fetchScript({ 'accept-encoding': 'gzip, br' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(SCRIPT);
    const gz = await fetchScript({ 'accept-encoding': 'gzip, br;q=0' });
    expect(gz.headers['content-encoding']).toBe('gzip');
    expect((await fetchScript({ 'if-none-match': plain.headers.etag as string })).statusCode).toBe(304);
    expect((await site.app.inject({ url: '/icon.svg' })).headers['cache-control']).toBe('no-cache');
  });

  it.each([
    '/assets/.env',
    '/assets/main-1a2b.js.br',
    '/../package.json',
    '/..%2fpackage.json',
    '/assets/../../package.json',
  ])('%s is not served', async (url) => {
    const answer = await site.app.inject({ url });
    expect(answer.statusCode).toBe(404);
  });

  it('has a page without content for the worker, and a worker, which an operator can take back', async () => {
    const page = await site.app.inject({ url: '/index.html' });
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(page.payload).not.toContain('id="data"');
    const worker = await site.app.inject({ url: '/worker.js' });
    expect([worker.payload, worker.headers['cache-control']]).toEqual(['keep()', 'no-cache']);
    expect(worker.headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
    const off = await testServer({ site: built, offline: false });
    expect((await off.app.inject({ url: '/worker.js' })).payload).toBe('remove()');
    await off.close();
  });

  it('embeds the data of Explore, and no title can break out of it', async () => {
    await publishTrack(site.c, { title: '</script><script>alert(1)</script>$&' });
    const { payload } = await site.app.inject({ url: '/', headers: { ...html, host: 'o.test' } });
    expect(payload.match(/<script/g)).toHaveLength(2);
    const [, data] = /<script id="data" type="application\/json">(.*?)<\/script>/.exec(payload)!;
    const { newReleases } = JSON.parse(data!)[0][1].explore;
    expect(newReleases[0].title).toBe('</script><script>alert(1)</script>$&');
    expect(newReleases[0].audio_url).toMatch(/^http:\/\/o\.test\/media\//);
    expect(payload).toContain('<div id="root"><p>1 new</p></div>');
    const searched = await site.app.inject({ url: '/?q=x', headers: html });
    expect(searched.payload).not.toContain('id="data"');
  });

  it('says that nothing can be changed while the server is read-only', async () => {
    const read = async (url: string) =>
      (await site.app.inject({ url, headers: { accept: 'text/html' } })).payload;
    const note = /<p role="status"[^>]*>Ovation is under maintenance/;
    for (const url of ['/', '/login']) {
      const before = await read(url);
      expect(before).not.toMatch(note);
      site.c.isReadOnly = () => true;
      expect(await read(url)).toMatch(note);
      site.c.isReadOnly = () => false;
      expect(await read(url)).toBe(before);
    }
  });

  it('says how to make the first admin until there is one, except in a demo', async () => {
    const note = /<p role="status"[^>]*>This site has no admin yet.*user create you@example.com --tier admin/;
    const [fresh, demo] = [
      await testServer({ site: built, demo: false }),
      await testServer({ site: built, demo: true }),
    ];
    const read = async (server: TestServer, url: string) =>
      (await server.app.inject({ url, headers: { accept: 'text/html' } })).payload;
    for (const url of ['/', '/login']) {
      expect(await read(fresh, url)).toMatch(note);
      expect(await read(demo, url)).not.toMatch(note);
    }
    await signUp(fresh, { tier: 'free' });
    fresh.time.now += 2000;
    expect(await read(fresh, '/')).toMatch(note);
    await signUp(fresh, { tier: 'admin' });
    fresh.time.now += 2000;
    for (const url of ['/', '/login']) expect(await read(fresh, url)).not.toMatch(note);
    await Promise.all([fresh.close(), demo.close()]);
  });

  it('fails with the build command if it has not been built', async () => {
    const empty = await mkdtemp(path.join(tmpdir(), 'ovation-web-'));
    await expect(testServer({ site: { folder: empty, renderModule: '' } })).rejects.toThrow(/npm run build/);
    const unrendered = { folder: webDir, renderModule: path.join(empty, 'render.mjs') };
    await expect(testServer({ site: unrendered })).rejects.toThrow(/render\.mjs/);
    await rm(empty, { recursive: true });
  });
});

describe('a host that the caller names', () => {
  const repeated = async (server: TestServer) => {
    const addresses = ['/', '/nowhere', '/robots.txt', '/sitemap.xml', '/openapi.json', '/track', '/explore'];
    const others = ['/feeds/new.rss', '/charts/week', '/icon.svg', '/assets/main-1a2b.js', '/search?q=amber'];
    const found: string[] = [];
    for (const url of [...addresses, ...others]) {
      const { body, headers } = await server.app.inject({ url, headers: { host: 'evil.example' } });
      const cached = String(headers['cache-control']);
      if (!body.includes('evil.example')) continue;
      found.push(url);
      expect([url, cached]).toEqual([url, expect.stringMatching(/^(private|no-store|no-cache)/)]);
    }
    return found;
  };

  withExtensions(
    'is repeated by nothing that a cache gives to others, and with a PUBLIC_URL by nothing at all',
    async () => {
      await publishTrack(site.c, { audio_url: '/media/0123456789abcdef0123456789abcdef.mp3' });
      expect(await repeated(site)).toEqual(
        expect.arrayContaining(['/', '/sitemap.xml', '/track', '/explore']),
      );
      const named = await testServer({ site: built, publicUrl: 'https://ovation.example' });
      await publishTrack(named.c, { audio_url: '/media/0123456789abcdef0123456789abcdef.mp3' });
      expect(await repeated(named)).toEqual([]);
      await named.close();
    },
  );
});
