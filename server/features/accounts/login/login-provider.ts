import { createHmac } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import * as fields from 'contract/features/accounts/account-fields.ts';
import { NAME_MAX } from 'contract/features/accounts/accounts-constants.ts';
import type { ProviderAnswer } from 'contract/features/accounts/login-methods.ts';
import { oneLine, toOneLine } from 'contract/fields.ts';
import { highestTier, type Tier } from 'contract/plans.ts';
import type { AuthorizationServer } from 'oauth4webapi';
import { boundedFetch } from '../../../platform/http/connections/bounded-fetch.ts';
import type { ProviderSettings } from '../settings.ts';

/** For how long the provider's metadata is used, ms. Its keys are read every five minutes. */
const METADATA_MS = 3_600_000;

/** Identity at the provider, and what it tells about the person. */
export interface ProviderPerson {
  issuer: string;
  subject: string;
  label: string | null;
  /** By our own rules; null if there is none that fits. */
  email: string | null;
  emailVerified: boolean;
  name: string | null;
  username: string | null;
  picture: string | null;
  /** The highest plan that their groups give. */
  groupTier: Tier | null;
}

/** The login provider: OpenID Connect's authorization code flow with PKCE. */
export interface LoginProvider {
  settings: ProviderSettings;
  /** Asks the provider who it is. @throws Problem `provider_unavailable`, with its cause. */
  check: () => Promise<void>;
  /** @returns where the browser with this secret has to go. @throws Problem `provider_unavailable`. */
  begin: (state: string, secret: string) => Promise<string>;
  /**
   * Redeems the provider's answer and verifies whom it names: issuer, audience, nonce, time and signature.
   * @throws Problem `provider_unavailable`; `provider_refused`, with its cause.
   */
  redeem: (answer: ProviderAnswer, secret: string) => Promise<ProviderPerson>;
}

/** Characters of a label; an email address has at most as many. */
const LABEL_MAX = 254;
const Label = oneLine(LABEL_MAX, 'blank');
/** Characters of a picture's address. */
const ADDRESS_MAX = 2048;

const library = () => import('oauth4webapi');

/** PKCE's verifier and the nonce follow from the browser's secret, so that the database holds neither. */
const derived = (what: 'pkce' | 'nonce', state: string, secret: string) =>
  createHmac('sha256', secret).update(`${what} ${state}`).digest('base64url');

export function openProvider(settings: ProviderSettings, clock: () => number): LoginProvider {
  const { clientId, clientSecret, redirectUri, insecure, scopes } = settings;
  const wantsClaims = settings.signUp || settings.plans.size > 0;
  const client = { client_id: clientId };
  let found: { at: number; server: Promise<AuthorizationServer> } | undefined;

  const options = async () => {
    const { customFetch, allowInsecureRequests } = await library();
    return { [customFetch]: reach, [allowInsecureRequests]: insecure };
  };

  async function discover(): Promise<AuthorizationServer> {
    const { discoveryRequest, processDiscoveryResponse } = await library();
    const issuer = new URL(settings.issuer);
    try {
      return await processDiscoveryResponse(issuer, await discoveryRequest(issuer, await options()));
    } catch (cause) {
      throw because('provider_unavailable', cause);
    }
  }

  function metadata(): Promise<AuthorizationServer> {
    if (!found || clock() - found.at >= METADATA_MS) {
      const entry = { at: clock(), server: discover() };
      found = entry;
      entry.server.catch(() => {
        if (found === entry) found = undefined;
      });
    }
    return found.server;
  }

  /** Claims of the userinfo endpoint: many providers leave them out of the ID token. */
  async function userInfo(server: AuthorizationServer, accessToken: string, sub: string) {
    if (!wantsClaims || server.userinfo_endpoint === undefined) return {};
    const { processUserInfoResponse, userInfoRequest } = await library();
    const response = await userInfoRequest(server, client, accessToken, await options());
    return processUserInfoResponse(server, client, sub, response);
  }

  return {
    settings,
    check: async () => {
      await metadata();
    },

    begin: async (state, secret) => {
      const { calculatePKCECodeChallenge } = await library();
      const url = URL.parse((await metadata()).authorization_endpoint ?? '');
      if (url?.protocol !== 'https:' && !(insecure && url?.protocol === 'http:'))
        throw because('provider_unavailable', new Error('The login provider has no authorization endpoint.'));
      const query = {
        client_id: clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: scopes,
        state,
        nonce: derived('nonce', state, secret),
        code_challenge: await calculatePKCECodeChallenge(derived('pkce', state, secret)),
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },

    redeem: async ({ state, code, iss }, secret) => {
      const oauth = await library();
      const server = await metadata();
      try {
        const answer = new URLSearchParams({ state, code, ...(iss !== undefined && { iss }) });
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          authentication(oauth, server, clientSecret),
          oauth.validateAuthResponse(server, client, answer, state),
          redirectUri,
          derived('pkce', state, secret),
          await options(),
        );
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
          expectedNonce: derived('nonce', state, secret),
          requireIdToken: true,
        });
        await oauth.validateApplicationLevelSignature(server, response, await options());
        const idToken = oauth.getValidatedIdTokenClaims(tokens)!;
        const { sub } = idToken;
        // OpenID Connect allows 255 ASCII characters.
        if (sub.length === 0 || sub.length > 255 || /\p{Cc}/u.test(sub) || !sub.isWellFormed())
          throw new Error('The login provider sent an invalid subject.');
        const claims = { ...(await userInfo(server, tokens.access_token, sub)), ...idToken };
        return { issuer: server.issuer, subject: sub, ...personOf(claims, settings) };
      } catch (cause) {
        throw because('provider_refused', cause);
      }
    },
  };
}

/** Client authentication the provider wants; by default HTTP's Basic. */
function authentication(
  { ClientSecretBasic, ClientSecretPost }: Awaited<ReturnType<typeof library>>,
  { token_endpoint_auth_methods_supported: methods = [] }: AuthorizationServer,
  clientSecret: string,
) {
  const onlyPost = methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
  return onlyPost ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret);
}

/** Person in the claims, as far as they fit our rules. A provider, or its members, may claim anything. */
function personOf(claims: Record<string, unknown>, { groupsClaim, plans }: ProviderSettings) {
  const { email, email_verified, preferred_username, picture } = claims;
  const listed = claims[groupsClaim];
  const groups = new Set(Array.isArray(listed) ? listed : [listed]);
  const given = [...plans].flatMap(([group, tier]) => (groups.has(group) ? [tier] : []));
  return {
    label: labelOf(email, preferred_username),
    email: fields.email.safeParse(email).data ?? null,
    // Some send the word.
    emailVerified: email_verified === true || email_verified === 'true',
    name: firstLine(NAME_MAX, claims.name, preferred_username),
    username: firstLine(LABEL_MAX, preferred_username, claims.nickname)?.split('@')[0] ?? null,
    picture: typeof picture === 'string' && picture.length <= ADDRESS_MAX ? picture : null,
    groupTier: given.length > 0 ? highestTier(given) : null,
  };
}

/** The first claim that can be shown as a name. */
export const labelOf = (...claims: unknown[]) => firstLine(LABEL_MAX, ...claims);

function firstLine(max: number, ...claims: unknown[]): string | null {
  const lines = claims.map((claim) => (typeof claim === 'string' ? toOneLine(claim, max) : ''));
  return lines.find((line) => Label.safeParse(line).success) ?? null;
}

async function reach(url: string, init: object): Promise<Response> {
  return boundedFetch(url, init).catch((cause) => {
    throw because('provider_unavailable', cause);
  });
}

function because(code: 'provider_unavailable' | 'provider_refused', cause: unknown): Problem {
  if (cause instanceof Problem) return cause;
  return Object.assign(new Problem(code), { cause });
}
