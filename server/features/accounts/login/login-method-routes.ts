import { Problem } from 'contract/errors.ts';
import * as contract from 'contract/features/accounts/login-methods.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Bind } from '../../../platform/http/bind.ts';
import { memberLanguage } from '../../../platform/http/language.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { mailConfirmation } from '../email-address.ts';
import { mailAfter, mailSecurityChange } from '../mails.ts';
import { toResponse } from '../profile.ts';
import { clientOf } from '../proof/client.ts';
import type { Guard } from '../proof/guard.ts';
import { confirmWithPassword, getConfirmation } from '../proof/owner.ts';
import {
  addIdentity,
  beginIdentity,
  beginProviderLogIn,
  finishProviderLogIn,
  listIdentities,
  logInWithProvider,
  removeIdentity,
} from './identities.ts';
import { type LoginProvider, openProvider } from './login-provider.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyConfirmation,
  beginPasskeyLogIn,
  confirmWithPasskey,
  listPasskeys,
  logInWithPasskey,
  removePasskey,
} from './passkeys.ts';
import { newToken } from './sessions.ts';
import { type Site, siteOf } from './webauthn.ts';

/** Passkeys, and confirming that the caller owns the account. */
export function passkeyRoutes(
  bind: Bind,
  c: AccountsContext,
  guard: Guard,
  publicUrl: string | undefined,
): void {
  const site = (request: FastifyRequest): Site => {
    const found = siteOf(publicUrl, request);
    if (!found) throw new Problem('passkeys_off');
    return found;
  };

  bind(contract.listPasskeys, (_input, { user }) => listPasskeys(c, user));

  bind(contract.beginPasskey, (_input, { user, request }) => beginPasskey(c, site(request), user));

  bind(contract.addPasskey, async ({ body }, { user, request, reply }) => {
    const passkey = await addPasskey(c, site(request), user, body);
    mailSecurityChange(c, { request, reply }, user, 'passkey-on');
    return passkey;
  });

  bind(contract.removePasskey, async ({ params }, { user, request, reply }) => {
    await removePasskey(c, user, params.id);
    mailSecurityChange(c, { request, reply }, user, 'passkey-off');
  });

  bind(contract.beginPasskeyLogIn, (_input, { request }) => {
    assertNotOnlyProviders(c);
    return beginPasskeyLogIn(c, site(request));
  });

  bind(contract.logInWithPasskey, async ({ body }, { request, origin }) => {
    assertNotOnlyProviders(c);
    const { authToken, user } = await logInWithPasskey(
      c,
      clientOf(guard, request),
      site(request),
      body.credential,
    );
    return { authToken, user: toResponse(user, origin) };
  });

  bind(contract.getConfirmation, (_input, { user }) => getConfirmation(c, user));

  bind(contract.confirmWithPassword, async ({ body }, { user, request }) => {
    await confirmWithPassword(c, clientOf(guard, request), user, body);
    return getConfirmation(c, user);
  });

  bind(contract.beginPasskeyConfirmation, (_input, { user, request }) =>
    beginPasskeyConfirmation(c, site(request), user),
  );

  bind(contract.confirmWithPasskey, async ({ body }, { user, request }) => {
    await confirmWithPasskey(c, site(request), user, body.credential);
    return getConfirmation(c, user);
  });
}

/** @throws Problem `passwords_off` where only login providers vouch for people. */
export function assertNotOnlyProviders({ accountSettings }: AccountsContext): void {
  if (accountSettings.onlyProviders) throw new Problem('passwords_off');
}

/** Logging in with a login provider (OpenID Connect), and linking accounts there. */
export function identityRoutes(
  bind: Bind,
  c: AccountsContext,
  guard: Guard,
  publicUrl: string | undefined,
): void {
  const { providers } = c.accountSettings;
  const opened = new Map(providers.map((settings) => [settings.id, openProvider(settings, c.clock)]));
  const secure = providers[0]?.redirectUri.startsWith('https:') ?? true;
  /** Logs why the provider failed, for the operator: the answer does not tell. */
  const withProvider = <R>(
    request: FastifyRequest,
    { provider: id }: { provider: string },
    use: (provider: LoginProvider) => Promise<R>,
  ) => {
    const provider = opened.get(id);
    if (!provider) throw new Problem('provider_off');
    return use(provider).catch((problem: Error) => {
      const cause = problem.cause as { code?: unknown; error?: unknown; message?: unknown } | undefined;
      if (cause) {
        const { code, error, message: reason } = cause;
        const { issuer } = provider.settings;
        request.log.warn({ issuer, code, error, reason }, 'the login provider failed');
      }
      // A wrong answer is no fault of ours: visitors can bring any, and would fill the list of faults.
      throw problem instanceof Problem && problem.code === 'provider_refused'
        ? new Problem('provider_refused')
        : problem;
    });
  };

  bind(contract.beginProviderLogIn, ({ body }, { request, reply }) =>
    withProvider(request, body, async (provider) => ({
      url: await beginProviderLogIn(c, provider, setLoginStateCookie(reply, secure)),
    })),
  );

  bind(contract.logInWithProvider, ({ body }, { request, reply, origin }) =>
    withProvider(request, body, async (provider) => {
      const secret = loginState(request, secure);
      const language = memberLanguage(c, request.language ?? null);
      const client = clientOf(guard, request);
      const entered = await logInWithProvider(c, client, provider, secret, { ...body, language });
      const { unconfirmed: email } = entered;
      if (email !== undefined && guard.mayMail(email, c.clock()))
        mailAfter(request, reply, () =>
          mailConfirmation(c, { user_id: entered.user.id, email, language }, 'confirm', publicUrl!),
        );
      return { authToken: entered.authToken, user: toResponse(entered.user, origin) };
    }),
  );

  bind(contract.finishProviderLogIn, async ({ body }, { request, origin }) => {
    const secret = loginState(request, secure);
    const { authToken, user } = await finishProviderLogIn(c, clientOf(guard, request), secret, body);
    return { authToken, user: toResponse(user, origin) };
  });

  bind(contract.listIdentities, (_input, { user }) => listIdentities(c, user));

  bind(contract.beginIdentity, ({ body }, { user, request, reply }) =>
    withProvider(request, body, async (provider) => ({
      url: await beginIdentity(c, provider, user, setLoginStateCookie(reply, secure)),
    })),
  );

  bind(contract.addIdentity, ({ body }, { user, request, reply }) =>
    withProvider(request, body, async (provider) => {
      const identity = await addIdentity(c, provider, user, loginState(request, secure), body);
      mailSecurityChange(c, { request, reply }, user, 'identity-on');
      return identity;
    }),
  );

  bind(contract.removeIdentity, async ({ params }, { user, request, reply }) => {
    await removeIdentity(c, user, params.id);
    mailSecurityChange(c, { request, reply }, user, 'identity-off');
  });
}

/** Longer than logging in with a code takes, seconds. */
const LASTS_S = 900;

/**
 * A cookie with a secret that binds a login to the browser that began it: nobody can make somebody else's browser finish
 * a login of theirs. Scripts cannot read it. It is sent when the browser comes back from another site (`Lax`).
 * @param secure whether the site is served over https: then no other host can set it.
 */
function setLoginStateCookie(reply: FastifyReply, secure: boolean): string {
  const secret = newToken();
  const rest = `Path=/; Max-Age=${LASTS_S}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  reply.header('set-cookie', `${nameOf(secure)}=${secret}; ${rest}`);
  return secret;
}

/** @throws Problem `provider_refused` if the browser has none. */
function loginState(request: FastifyRequest, secure: boolean): string {
  const name = nameOf(secure);
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=');
    if (key === name && value && /^[\w-]{43}$/.test(value)) return value;
  }
  throw new Problem('provider_refused');
}

const nameOf = (secure: boolean) => (secure ? '__Host-login' : 'login');
