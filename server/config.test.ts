import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { isLoopback } from './platform/http/connections/listeners.ts';

describe('the settings', () => {
  it('need nothing: one machine, the embedded database, the demo', () => {
    expect(readConfig({})).toMatchObject({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      dataDir: path.resolve('data'),
      databaseUrl: undefined,
      publicUrl: undefined,
      demo: true,
      trustProxy: 0,
      logLevel: 'warn',
    });
  });

  it('take an empty value as unset, as .env files have it', () => {
    const empty = Object.fromEntries(
      ['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'PUBLIC_URL', 'DEMO', 'TRUST_PROXY', 'LOG_LEVEL'].map(
        (name) => [name, ''],
      ),
    );
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  it('are read as said', () => {
    expect(
      readConfig({
        NODE_ENV: 'production',
        PORT: '0',
        HOST: '::',
        DATA_DIR: '/srv/ovation/../music',
        DATABASE_URL: 'postgresql://u:p@db/ovation',
        PUBLIC_URL: 'https://ovation.example//',
        TRUST_PROXY: '2',
        UNRELATED: 'x',
      }),
    ).toMatchObject({
      production: true,
      port: 0,
      host: '::',
      dataDir: path.resolve('/srv/music'),
      databaseUrl: 'postgresql://u:p@db/ovation',
      publicUrl: 'https://ovation.example',
      demo: false,
      trustProxy: 2,
      logLevel: 'info',
    });
  });

  it('let no other origin use the API unless it is listed, and take nothing but origins', () => {
    expect(readConfig({}).corsOrigins).toEqual([]);
    const given = 'https://app.example, http://localhost:5173';
    expect(readConfig({ CORS_ORIGINS: given }).corsOrigins).toEqual([
      'https://app.example',
      'http://localhost:5173',
    ]);
    for (const wrong of [
      '*',
      'null',
      'https://app.example/',
      'app.example',
      'https://a.example,',
      'ftp://a.example',
    ])
      expect(() => readConfig({ CORS_ORIGINS: wrong })).toThrow('CORS_ORIGINS must list origins');
  });

  it('let servers answer and work apart only where they share the database and the media', () => {
    const shared = { DATABASE_URL: 'postgres://u:p@db/ovation', MEDIA_DIR: '/srv/media' };
    expect(readConfig({})).toMatchObject({ role: 'both', mediaDir: path.resolve('data/media') });
    expect(readConfig({ ...shared, ROLE: 'web' })).toMatchObject({ role: 'web', mediaDir: '/srv/media' });
    expect(() => readConfig({ ...shared, ROLE: 'worker', DATABASE_URL: '' })).toThrow(/DATABASE_URL/);
    expect(() => readConfig({ ...shared, ROLE: 'worker', MEDIA_DIR: '' })).toThrow(/bucket or a MEDIA_DIR/);
    expect(() => readConfig({ ...shared, ROLE: 'all' })).toThrow('ROLE must be web, worker or both');
  });

  it('make the demo outside production, unless set otherwise', () => {
    expect(readConfig({ DEMO: '0' }).demo).toBe(false);
    expect(readConfig({ NODE_ENV: 'production', DEMO: '0' }).demo).toBe(false);
    expect(() => readConfig({ NODE_ENV: 'production', DEMO: '1' })).toThrow(/DEMO=1 is refused/);
  });

  it('take a login provider as a whole, over https, and only with an address to come back to', () => {
    const OIDC_ISSUER = 'https://id.example/realms/choir';
    const PUBLIC_URL = 'https://ovation.example/';
    const whole = { OIDC_ISSUER, OIDC_CLIENT_ID: 'ovation', OIDC_CLIENT_SECRET: 'x', PUBLIC_URL };
    expect(readConfig({}).accounts.providers).toEqual([]);
    expect(readConfig(whole).accounts.providers[0]).toMatchObject({
      issuer: OIDC_ISSUER,
      name: 'id.example',
      redirectUri: 'https://ovation.example/login',
      insecure: false,
    });
    expect(() => readConfig({ OIDC_ISSUER, PUBLIC_URL })).toThrow(/OIDC_CLIENT_ID is not/);
    expect(() => readConfig({ ...whole, PUBLIC_URL: '' })).toThrow(/OIDC_ISSUER needs PUBLIC_URL/);
    expect(() => readConfig({ ...whole, OIDC_ISSUER: 'http://id.example' })).toThrow(/must start with https/);
  });

  it('take a second login provider, what groups give, and no passwords', () => {
    const first = { OIDC_ISSUER: 'https://a.example', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x' };
    const second = { OIDC_2_ISSUER: 'https://b.example', OIDC_2_CLIENT_ID: 'x', OIDC_2_CLIENT_SECRET: 'x' };
    const both = { ...first, ...second, PUBLIC_URL: 'https://ovation.example' };
    const groups = { OIDC_2_ADMIN_GROUP: 'staff', OIDC_2_PLAN_GROUPS: 'a b=plus, c=platinum' };
    const { providers, onlyProviders } = readConfig({ ...both, ...groups, OIDC_ONLY: '1' }).accounts;
    expect([onlyProviders, providers.map(({ redirectUri }) => redirectUri)]).toEqual([
      true,
      ['https://ovation.example/login', 'https://ovation.example/login/2'],
    ]);
    expect(providers.map(({ plans }) => Object.fromEntries(plans))).toEqual([
      {},
      { 'a b': 'plus', c: 'platinum', staff: 'admin' },
    ]);
    expect(() => readConfig({ ...both, OIDC_2_ISSUER: 'https://a.example' })).toThrow(/same address/);
    expect(() => readConfig({ ...both, OIDC_2_CLIENT_ID: '' })).toThrow(/OIDC_2_CLIENT_ID is not/);
    expect(() => readConfig({ ...both, OIDC_PLAN_GROUPS: 'staff=admin' })).toThrow(/must look like/);
    expect(() => readConfig({ ...both, OIDC_SCOPES: 'email' })).toThrow(/must begin with openid/);
    expect(() => readConfig({ OIDC_ONLY: '1' })).toThrow(/needs a login provider/);
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['PORT', ' 3000'],
    ['PORT', '0x50'],
    ['DATABASE_URL', 'mysql://db/ovation'],
    ['DATABASE_URL', 'ovation.db'],
    ['PUBLIC_URL', 'ovation.example'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['DEMO', 'yes'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '11'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%j is refused in a sentence that names it', (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^Ovation cannot start\\.[\\s\\S]*\\b${name} `));
  });

  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['PUBILC_URL', 'PUBLIC_URL'],
    ['TRUSTPROXY', 'TRUST_PROXY'],
    ['STRIPE_SECRET_KEYS', 'STRIPE_SECRET_KEY'],
    ['S3_BUKCET', 'S3_BUCKET'],
    ['DEMOS', 'DEMO'],
  ])('%s is refused: %s was meant', (misspelt, key) => {
    const read = () => readConfig({ [misspelt]: 'postgres://db/ovation' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(`${misspelt} is not a setting. Did you mean ${key}?`);
    expect(read).not.toThrow(/postgres:/);
  });

  it('leave the variables of other programs alone', () => {
    const others = ['HOME', 'PATH', 'PWD', 'USER', 'LANG', 'TERM', 'SHELL', 'HOSTNAME', 'NODE_OPTIONS'];
    const near = [
      'HTTP_URL',
      'REDIS_PORT',
      'TEST_DATABASE_URL',
      'XDG_DATA_DIRS',
      'DB_URL',
      'npm_config_host',
    ];
    const env = Object.fromEntries([...others, ...near].map((name) => [name, 'x']));
    expect(readConfig(env)).toEqual(readConfig({}));
    expect(() => readConfig({ LOG_LEVEL: 'info', LOGLEVEL: 'INFO' })).not.toThrow();
    expect(() => readConfig({ DATABSE_URL: '' })).not.toThrow();
  });

  it('name every wrong setting at once, and do not repeat what was set', () => {
    const read = () => readConfig({ PORT: 'x', DATABASE_URL: 'mysql://user:secret@db' });
    expect(read).toThrow(/PORT [\s\S]*DATABASE_URL /);
    expect(read).not.toThrow(/secret/);
  });
});

it('listens on one address for localhost, because only the first server of two has our limits', () => {
  expect(readConfig({ HOST: 'localhost' }).host).toBe('127.0.0.1');
});

it.each([
  ['127.0.0.1', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.0.7', false],
])('%s is reached by this machine alone: %s', (host, alone) => {
  expect(isLoopback(host)).toBe(alone);
});

describe('the settings of the bucket', () => {
  const whole = {
    S3_ENDPOINT: 'https://s3.example/',
    S3_BUCKET: 'ovation-media',
    S3_REGION: 'eu-1',
    S3_ACCESS_KEY_ID: 'AKIA',
    S3_SECRET_ACCESS_KEY: 'the secret key'.replaceAll(' ', '-'),
  };

  it('are all or nothing', () => {
    expect(readConfig({}).bucket).toBeUndefined();
    expect(readConfig(whole).bucket).toEqual({
      endpoint: 'https://s3.example',
      bucket: 'ovation-media',
      region: 'eu-1',
      accessKeyId: 'AKIA',
      secretAccessKey: 'the-secret-key',
      publicUrl: undefined,
    });
    const S3_PUBLIC_URL = 'https://media.example/';
    expect(readConfig({ ...whole, S3_PUBLIC_URL }).bucket).toMatchObject({
      publicUrl: 'https://media.example',
    });
    expect(() => readConfig({ S3_PUBLIC_URL })).toThrow(/S3_PUBLIC_URL is set, but S3_ENDPOINT and/);
  });

  it.each(Object.keys(whole))('without %s are refused by its name', (name) => {
    const read = () => readConfig({ ...whole, [name]: '' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^Ovation cannot start: S3_\\w+ is set, but ${name} is not\\.`));
    expect(read).not.toThrow(/the-secret-key/);
  });

  it.each([
    ['S3_ENDPOINT', 's3.example'],
    ['S3_BUCKET', 'Bucket/other'],
    ['S3_PUBLIC_URL', 'javascript:alert(1)'],
    ['S3_SECRET_ACCESS_KEY', 'two words'],
  ])('%s=%j is refused by its name', (name, value) => {
    expect(() => readConfig({ ...whole, [name]: value })).toThrow(new RegExp(`\\b${name} must be`));
  });
});

describe('the settings of accounts', () => {
  it('have defaults that are safe', () => {
    expect(readConfig({})).toMatchObject({
      rateLimit: true,
      demo: true,
      demoExplicit: false,
      smtpUrl: undefined,
      smtpFrom: 'Ovation <no-reply@localhost>',
    });
    expect(readConfig({ NODE_ENV: 'production' })).toMatchObject({ rateLimit: true, demo: false });
    expect(readConfig({ DEMO: '1', RATE_LIMIT: 'off' })).toMatchObject({
      rateLimit: false,
      demoExplicit: true,
    });
    expect(readConfig({ PUBLIC_URL: 'https://ovation.example/' }).smtpFrom).toBe(
      'Ovation <no-reply@ovation.example>',
    );
  });

  it.each([
    [{ RATE_LIMIT: 'off', NODE_ENV: 'production' }, 'RATE_LIMIT'],
    [{ RATE_LIMIT: '0' }, 'RATE_LIMIT'],
    [{ SMTP_URL: 'mail.example:25' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example', NODE_ENV: 'production' }, 'PUBLIC_URL'],
    [{ SMTP_FROM: 'Ovation' }, 'SMTP_FROM'],
    [{ SUPPORT_EMAIL: 'help' }, 'SUPPORT_EMAIL'],
    [{ SUPPORT_EMAIL: 'help@ovation.example' }, 'SMTP_URL'],
    [{ SMTP_FROM: 'a@b.example\r\nBcc: c@d.example' }, 'SMTP_FROM'],
    [{ DEMO: '1', NODE_ENV: 'production' }, 'DEMO'],
  ])('%j is refused by name', (env, name) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(name);
  });
});
