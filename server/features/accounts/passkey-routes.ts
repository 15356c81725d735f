import * as confirmation from 'contract/confirmation.ts';
import { Problem } from 'contract/errors.ts';
import * as contract from 'contract/passkeys.ts';
import type { FastifyRequest } from 'fastify';
import type { Bind } from '../../platform/http/bind.ts';
import type { AccountsContext } from './accounts-context.ts';
import { clientOf } from './client.ts';
import { confirmWithPassword, getConfirmation } from './confirmation.ts';
import type { Guard } from './guard.ts';
import { mailAfter } from './mail-after.ts';
import {
  beginPasskeyConfirmation,
  beginPasskeyLogIn,
  confirmWithPasskey,
  logInWithPasskey,
} from './passkey-log-in.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from './passkeys.ts';
import { mailSecurityChange, type SecurityChange } from './security-mails.ts';
import { toResponse } from './user-response.ts';
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
  const mail = (email: string, request: FastifyRequest, change: SecurityChange) =>
    mailSecurityChange(c, { email, device: clientOf(guard, request).device }, change);

  bind(contract.listPasskeys, (_input, { user }) => listPasskeys(c, user));

  bind(contract.beginPasskey, (_input, { user, request }) => beginPasskey(c, site(request), user));

  bind(contract.addPasskey, async ({ body }, { user, request, reply }) => {
    const passkey = await addPasskey(c, site(request), user, body);
    mailAfter(request, reply, () => mail(user.email, request, 'passkey-on'));
    return passkey;
  });

  bind(contract.removePasskey, async ({ params }, { user, request, reply }) => {
    await removePasskey(c, user, params.id);
    mailAfter(request, reply, () => mail(user.email, request, 'passkey-off'));
    return {};
  });

  bind(contract.beginPasskeyLogIn, (_input, { request }) => beginPasskeyLogIn(c, site(request)));

  bind(contract.logInWithPasskey, async ({ body }, { request, origin }) => {
    const { authToken, user } = await logInWithPasskey(
      c,
      clientOf(guard, request),
      site(request),
      body.credential,
    );
    return { authToken, user: toResponse(user, origin) };
  });

  bind(confirmation.getConfirmation, (_input, { user }) => getConfirmation(c, user));

  bind(confirmation.confirmWithPassword, async ({ body }, { user, request }) => {
    await confirmWithPassword(c, clientOf(guard, request), user, body);
    return getConfirmation(c, user);
  });

  bind(confirmation.beginPasskeyConfirmation, (_input, { user, request }) =>
    beginPasskeyConfirmation(c, site(request), user),
  );

  bind(confirmation.confirmWithPasskey, async ({ body }, { user, request }) => {
    await confirmWithPasskey(c, site(request), user, body.credential);
    return getConfirmation(c, user);
  });
}
