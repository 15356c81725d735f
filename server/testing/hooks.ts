import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type TestServer, testServer } from './server.ts';

type Options = Parameters<typeof testServer>[0];

/** One server for all tests of a file, which is there once the tests begin. */
export function serverOfFile(options?: Options): TestServer {
  const s = {} as TestServer;
  beforeAll(async () => void Object.assign(s, await testServer(options)));
  afterAll(() => s.close());
  return s;
}

/** A server of its own for each test. It is closed after everything that the file itself does after a test. */
export function serverPerTest(options?: Options): TestServer {
  const s = {} as TestServer;
  beforeEach(async () => void Object.assign(s, await testServer(options)));
  afterEach(() => s.close());
  return s;
}
