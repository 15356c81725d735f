import { randomBytes } from 'node:crypto';
import type { Lies, openLoginProvider } from '../../server/features/accounts/testing/login-provider.ts';
import type { Finding } from './lib/report.ts';
import type { Target } from './lib/target.ts';

type Provider = Awaited<ReturnType<typeof openLoginProvider>>;

/** The settings of a server with two login providers that make accounts; the first one has a group of admins. */
export const signOnSettings = (first: Provider, second: Provider, port: number): Record<string, string> => ({
  PORT: String(port),
  PUBLIC_URL: `http://localhost:${port}`,
  OIDC_ISSUER: first.issuer,
  OIDC_CLIENT_ID: 'ovation',
  OIDC_CLIENT_SECRET: 'secret',
  OIDC_SIGNUP: '1',
  OIDC_ADMIN_GROUP: 'staff',
  OIDC_2_ISSUER: second.issuer,
  OIDC_2_CLIENT_ID: 'ovation',
  OIDC_2_CLIENT_SECRET: 'secret',
  OIDC_2_SIGNUP: '1',
});

/**
 * Sign-on, by the literature (RFC 9700): forged, repeated, mixed-up and foreign answers log nobody in, nobody gets the
 * account of another by an address, nobody becomes an admin by the wrong provider, and of many at once one wins.
 * @param victim the address of an admin.
 */
export async function signOn(
  { host, port, isAlive }: Target,
  [first, second]: [Provider, Provider],
  victim: string,
): Promise<Finding[]> {
  const broken: string[] = [];
  let calls = 0;
  const post = async (where: string, body: object, headers: Record<string, string> = {}) => {
    calls++;
    const answer = await fetch(`http://${host}:${port}${where}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const read = (await answer.json()) as {
      code?: string;
      url: string;
      authToken: string;
      user: { id: string };
    };
    if (answer.status >= 500 && read.code !== 'provider_unavailable')
      broken.push(`${where} was answered ${answer.status}`);
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    return { status: answer.status, body: read, cookie };
  };
  const begin = async (provider = '1') => {
    const { body, cookie } = await post('/auth/provider-login/begin', { provider });
    return { url: body.url, cookie };
  };
  const finish = (answer: object, cookie: string) => post('/auth/provider-login', answer, { cookie });
  const come = async (subject: string, lies: Lies = {}, provider = '1') => {
    const { url, cookie } = await begin(provider);
    const answer = (provider === '1' ? first : second).agree(url, subject, lies);
    return { answer: { ...answer, provider }, cookie };
  };
  const refused = ({ status, body }: Awaited<ReturnType<typeof post>>, what: string) => {
    if (body.authToken !== undefined || status < 400) broken.push(`${what} logged somebody in`);
  };

  const lies: Record<string, Lies> = {
    'another nonce': { claims: { nonce: 'another' } },
    'the token of another client': { claims: { aud: 'another' } },
    'several audiences': { claims: { aud: ['ovation', 'another'], azp: 'another' } },
    'the other provider': { claims: { iss: second.issuer } },
    'a token that has expired': { claims: { exp: 1 } },
    'no subject': { claims: { sub: '' } },
    'a subject of 10,000 signs': { claims: { sub: 'x'.repeat(10_000) } },
    'a subject that is none': { claims: { sub: { $ne: null } } },
    'no signature': { algorithm: 'none' },
    'a secret as its key': { algorithm: 'HS256' },
    'a foreign key': { foreignKey: true },
    'a redirect': { redirect: true },
    'no address': { claims: { email: undefined } },
    'an endless address': { claims: { email: `${'x'.repeat(200_000)}@a.example` } },
    'the address of an admin': { claims: { email: victim, email_verified: true } },
    'the address of an admin in capitals': {
      claims: { email: ` ${victim.toUpperCase()} `, email_verified: true },
    },
  };
  for (const [what, lie] of Object.entries(lies)) {
    const { answer, cookie } = await come(`liar-${randomBytes(4).toString('hex')}`, lie);
    refused(await finish(answer, cookie), what);
  }

  const one = await come('one');
  const two = await come('two');
  refused(await finish(one.answer, two.cookie), 'an answer in another browser');
  refused(await finish({ ...two.answer, code: one.answer.code }, two.cookie), 'a code in another step');
  const away = await come('three', {}, '2');
  refused(await finish({ ...away.answer, provider: '1' }, away.cookie), 'an answer of the other provider');
  const mixed = await begin('2');
  const named = { ...first.agree(mixed.url, 'four'), provider: '2', iss: first.issuer };
  refused(await finish(named, mixed.cookie), 'a code of the other provider');
  for (const cookie of ['', 'login=', `login=${'A'.repeat(43)}`, `login=${'x'.repeat(8000)}`])
    refused(await finish((await come('five')).answer, cookie), 'a forged cookie');
  for (let i = 0; i < 300; i++) {
    const forged = { state: randomBytes(32).toString('base64url'), code: 'x', provider: '1' };
    refused(await finish(forged, two.cookie), 'a guessed step');
  }
  for (const provider of ['0', '3', '__proto__', 'constructor', '../1'])
    refused(await post('/auth/provider-login/begin', { provider }), `the provider ${provider}`);

  const once = await come('six');
  const repeated = await Promise.all(Array.from({ length: 20 }, () => finish(once.answer, once.cookie)));
  if (repeated.filter(({ status }) => status === 200).length !== 1) broken.push('an answer was taken twice');
  const trips = await Promise.all(Array.from({ length: 10 }, () => come('seven')));
  const made = await Promise.all(trips.map(({ answer, cookie }) => finish(answer, cookie)));
  const ids = new Set(made.flatMap(({ body }) => body.user?.id ?? []));
  if (ids.size !== 1) broken.push(`one person got ${ids.size} accounts`);

  const groups = Array.from({ length: 20_000 }, (_, i) => `group ${i}`);
  for (const [what, claims, provider] of [
    ['the group of another provider', { groups: ['staff'] }, '2'],
    ['groups that only look alike', { groups: ['Staff', 'staff ', ['staff'], { staff: true }] }, '1'],
    ['20,000 groups', { groups }, '1'],
    ['groups in another claim', { roles: ['staff'], plan_tier: 'admin', is_admin: true }, '1'],
  ] as const) {
    const { answer, cookie } = await come(
      `eight ${what}`,
      { claims: { ...claims, email: `${randomBytes(4).toString('hex')}@a.example` } },
      provider,
    );
    const { body } = await finish(answer, cookie);
    const members = await fetch(`http://${host}:${port}/members`, {
      headers: { authorization: `Bearer ${body.authToken}` },
    });
    if (members.status !== 403) broken.push(`${what}: /members was answered ${members.status}`);
  }
  if (!isAlive()) broken.push('the server exited');
  return [{ attack: 'sign-on', sent: `${calls} calls`, broken: broken.slice(0, 10) }];
}
