import { Problem } from 'contract/errors.ts';
import * as contract from 'contract/identities.ts';
import type { FastifyRequest } from 'fastify';
import type { Bind } from '../../platform/http/bind.ts';
import type { AccountsContext } from './accounts-context.ts';
import { browserSecret, giveBrowserSecret } from './browser-secret.ts';
import { clientOf } from './client.ts';
import type { Guard } from './guard.ts';
import { addIdentity, beginIdentity, listIdentities, removeIdentity } from './identities.ts';
import { type LoginProvider, openProvider } from './login-provider.ts';
import { mailAfter } from './mail-after.ts';
import { beginProviderLogIn, finishProviderLogIn, logInWithProvider } from './provider-log-in.ts';
import { mailSecurityChange, type SecurityChange } from './security-mails.ts';
import { toResponse } from './user-response.ts';

/** Logging in with a login provider (OpenID Connect), and linking accounts there. */
export function identityRoutes(bind: Bind, c: AccountsContext, guard: Guard): void {
  const settings = c.accountSettings.provider;
  const opened = settings && openProvider(settings, c.clock);
  const secure = settings?.redirectUri.startsWith('https:') ?? true;
  /** Logs why the provider failed, for the operator: the answer does not tell. */
  const withProvider = <R>(request: FastifyRequest, use: (provider: LoginProvider) => Promise<R>) => {
    if (!opened) throw new Problem('provider_off');
    return use(opened).catch((problem: Error) => {
      const cause = problem.cause as { code?: unknown; error?: unknown; message?: unknown } | undefined;
      if (cause) {
        const { code, error, message: reason } = cause;
        request.log.warn({ code, error, reason }, 'the login provider failed');
      }
      throw problem;
    });
  };
  const mail = (email: string, request: FastifyRequest, change: SecurityChange) =>
    mailSecurityChange(c, { email, device: clientOf(guard, request).device }, change);

  bind(contract.beginProviderLogIn, (_input, { request, reply }) =>
    withProvider(request, async (provider) => ({
      url: await beginProviderLogIn(c, provider, giveBrowserSecret(reply, secure)),
    })),
  );

  bind(contract.logInWithProvider, ({ body }, { request, origin }) =>
    withProvider(request, async (provider) => {
      const secret = browserSecret(request, secure);
      const entered = await logInWithProvider(c, clientOf(guard, request), provider, secret, body);
      return { authToken: entered.authToken, user: toResponse(entered.user, origin) };
    }),
  );

  bind(contract.finishProviderLogIn, async ({ body }, { request, origin }) => {
    const secret = browserSecret(request, secure);
    const { authToken, user } = await finishProviderLogIn(c, clientOf(guard, request), secret, body);
    return { authToken, user: toResponse(user, origin) };
  });

  bind(contract.listIdentities, (_input, { user }) => listIdentities(c, user));

  bind(contract.beginIdentity, (_input, { user, request, reply }) =>
    withProvider(request, async (provider) => ({
      url: await beginIdentity(c, provider, user, giveBrowserSecret(reply, secure)),
    })),
  );

  bind(contract.addIdentity, ({ body }, { user, request, reply }) =>
    withProvider(request, async (provider) => {
      const identity = await addIdentity(c, provider, user, browserSecret(request, secure), body);
      mailAfter(request, reply, () => mail(user.email, request, 'identity-on'));
      return identity;
    }),
  );

  bind(contract.removeIdentity, async ({ params }, { user, request, reply }) => {
    await removeIdentity(c, user, params.id);
    mailAfter(request, reply, () => mail(user.email, request, 'identity-off'));
    return {};
  });
}
