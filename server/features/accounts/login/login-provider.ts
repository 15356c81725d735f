import { createHmac } from 'node:crypto';
import { Problem } from 'contract/errors.ts';
import type { ProviderAnswer } from 'contract/features/accounts/login-methods.ts';
import { oneLine, toOneLine } from 'contract/fields.ts';
import type { AuthorizationServer } from 'oauth4webapi';
import { boundedFetch } from '../../../platform/http/connections/bounded-fetch.ts';
import type { ProviderSettings } from '../settings.ts';

/** For how long the provider's metadata is used, ms. Its keys are read every five minutes. */
const METADATA_MS = 3_600_000;

/** Who somebody is at the provider. */
interface ProviderPerson {
  issuer: string;
  subject: string;
  label: string | null;
}

/** The login provider: OpenID Connect's authorization code flow with PKCE. */
export interface LoginProvider {
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

const library = () => import('oauth4webapi');

/** PKCE's verifier and the nonce follow from the browser's secret, so that the database holds neither. */
const derived = (what: 'pkce' | 'nonce', state: string, secret: string) =>
  createHmac('sha256', secret).update(`${what} ${state}`).digest('base64url');

export function openProvider(settings: ProviderSettings, clock: () => number): LoginProvider {
  const { clientId, clientSecret, redirectUri, insecure } = settings;
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

  return {
    begin: async (state, secret) => {
      const { calculatePKCECodeChallenge } = await library();
      const url = URL.parse((await metadata()).authorization_endpoint ?? '');
      if (url?.protocol !== 'https:' && !(insecure && url?.protocol === 'http:'))
        throw because('provider_unavailable', new Error('The login provider has no authorization endpoint.'));
      const query = {
        client_id: clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: 'openid email profile',
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
        const { sub, email, preferred_username } = oauth.getValidatedIdTokenClaims(tokens)!;
        // OpenID Connect allows 255 ASCII characters.
        if (sub.length > 255 || /\p{Cc}/u.test(sub) || !sub.isWellFormed())
          throw new Error('The login provider sent an invalid subject.');
        return { issuer: server.issuer, subject: sub, label: labelOf(email, preferred_username) };
      } catch (cause) {
        throw because('provider_refused', cause);
      }
    },
  };
}

/** How the provider wants us to prove who we are; by default with HTTP's Basic. */
function authentication(
  { ClientSecretBasic, ClientSecretPost }: Awaited<ReturnType<typeof library>>,
  { token_endpoint_auth_methods_supported: methods = [] }: AuthorizationServer,
  clientSecret: string,
) {
  const onlyPost = methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
  return onlyPost ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret);
}

/** The first claim that can be shown as a name. */
export function labelOf(...claims: unknown[]): string | null {
  const lines = claims.map((claim) => (typeof claim === 'string' ? toOneLine(claim, LABEL_MAX) : ''));
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
