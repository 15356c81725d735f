import { Readable } from 'node:stream';
import { Problem } from 'contract/errors.ts';
import * as contract from 'contract/features/accounts/accounts.ts';
import * as personalData from 'contract/features/accounts/personal-data.ts';
import { oneAtATime } from '../../platform/concurrency.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { memberLanguage } from '../../platform/http/language.ts';
import { streamJson } from '../../platform/http/requests/json.ts';
import { sendPage } from '../../platform/http/requests/paging.ts';
import { signUp } from './accounts.ts';
import type { AccountsContext } from './accounts-context.ts';
import {
  assertUnconfirmed,
  confirmEmail,
  getEmailAddress,
  mailConfirmation,
  setEmail,
} from './email-address.ts';
import { logIn } from './login/log-in.ts';
import { assertNotOnlyProviders, identityRoutes, passkeyRoutes } from './login/login-method-routes.ts';
import { securityRoutes } from './login/security-routes.ts';
import { endSession, endSessions } from './login/sessions.ts';
import { siteOf } from './login/webauthn.ts';
import { linkOrigin, mailAfter, mailSecurityChange } from './mails.ts';
import { invitationRoutes, memberRoutes, statusRoutes } from './members/admin-routes.ts';
import { deleteAccount, listActivity, personalDataParts } from './personal-data.ts';
import { editProfile, setAvatar, toResponse } from './profile.ts';
import { clientOf } from './proof/client.ts';
import type { Guard } from './proof/guard.ts';
import { asOwner } from './proof/owner.ts';
import { changePassword, confirmReset, getResetLoginMethods, sendReset } from './proof/password-change.ts';
import { selectByEmail } from './queries.ts';

export function accountRoutes(
  bind: Bind,
  c: AccountsContext,
  guard: Guard,
  publicUrl: string | undefined,
): void {
  const assertPasswords = () => assertNotOnlyProviders(c);

  bind(contract.signUp, async ({ body }, { request, reply, origin }) => {
    assertPasswords();
    guard.limitSignUps(request.ip, c.clock());
    const site = c.mail ? linkOrigin(publicUrl, request) : undefined;
    const mustConfirm = site !== undefined;
    const own = memberLanguage(c, request.language ?? null);
    const language = memberLanguage(c, body.language ?? null, own);
    const { authToken, user } = await signUp(c, clientOf(guard, request), { ...body, language, mustConfirm });
    if (site !== undefined && guard.mayMail(user.email, c.clock()))
      mailAfter(request, reply, () =>
        mailConfirmation(c, { user_id: user.id, email: user.email, language }, 'confirm', site),
      );
    return { authToken, user: toResponse(user, origin) };
  });

  bind(contract.logIn, async ({ body }, { request, origin }) => {
    assertPasswords();
    const { authToken, user } = await logIn(c, clientOf(guard, request), body);
    return { authToken, user: toResponse(user, origin) };
  });

  bind(contract.logOut, (_input, { user }) => endSession(c.db, user.session));

  bind(contract.logOutEverywhere, (_input, { user }) => endSessions(c.db, user.id));

  bind(contract.getMe, (_input, { user, origin }) => toResponse(user, origin));

  bind(contract.editMe, async ({ body }, { user, origin }) => {
    const { avatar_url, ...input } = body;
    if (avatar_url && avatar_url !== toResponse(user, origin).avatar_url) {
      throw new Problem('bad_input', 'Please upload the picture instead.', {
        field: 'avatar_url',
      });
    }
    const edited = await editProfile(c, user, { ...input, ...(avatar_url === null && { avatar_url }) });
    return toResponse(edited, origin);
  });

  bind(contract.setAvatar, async ({ body }, { user, origin }) => {
    return toResponse({ ...user, avatar_url: await setAvatar(c, user.id, body) }, origin);
  });

  bind(contract.changePassword, async ({ body }, { user, request, reply }) => {
    assertPasswords();
    await changePassword(c, clientOf(guard, request), user, body);
    mailSecurityChange(c, { request, reply }, user, 'password');
  });

  bind(contract.deleteMe, ({ body }, { user, request }) =>
    deleteAccount(c, clientOf(guard, request), user, body),
  );

  bind(contract.getAuthSettings, (_input, { request }) => ({
    passwordReset:
      !c.accountSettings.onlyProviders && c.mail !== null && linkOrigin(publicUrl, request) !== undefined,
    passkeys: !c.accountSettings.onlyProviders && siteOf(publicUrl, request) !== undefined,
    providers: c.accountSettings.providers.map(({ id, name, issuer, signUp }) => ({
      id,
      name,
      issuer,
      signUp,
    })),
    onlyProviders: c.accountSettings.onlyProviders,
    signUp: c.accountSettings.signUp,
  }));

  bind(contract.requestPasswordReset, ({ body }, { request, reply }) => {
    assertPasswords();
    const origin = linkOrigin(publicUrl, request);
    if (!c.mail || origin === undefined) throw new Problem('no_reset');
    guard.limitMailRequests(request.ip, c.clock());
    mailAfter(request, reply, () => sendReset(c, guard, body.email, origin, request.language));
  });

  bind(contract.getResetLoginMethods, ({ body }) => getResetLoginMethods(c, body.token));

  bind(contract.confirmPasswordReset, async ({ body }, { request, reply }) => {
    assertPasswords();
    const { to, words } = await confirmReset(c, request.ip, body);
    mailSecurityChange(c, { request, reply }, to, 'password', words);
  });

  const beginExport = oneAtATime();
  bind(personalData.exportMe, (_input, { user, reply, origin }) => {
    const end = beginExport(user.id);
    const { id, username, name, email, avatar_url, created_at, language } = toResponse(user, origin);
    const parts = {
      exported_at: new Date(c.clock()).toISOString(),
      user: { id, username, name, email, avatar_url, created_at, language },
      ...personalDataParts(c, user.id),
    };
    const body = Readable.from(streamJson(parts), { objectMode: false }).once('close', end);
    reply.header('content-disposition', 'attachment; filename="ovation-my-data.json"');
    return reply.type('application/json; charset=utf-8').send(body);
  });

  bind(personalData.listActivity, async ({ query }, { user, reply }) => {
    return sendPage(reply, await listActivity(c, user.id, query));
  });

  securityRoutes(bind, c, guard);
  passkeyRoutes(bind, c, guard, publicUrl);
  identityRoutes(bind, c, guard, publicUrl);
  emailRoutes(bind, c, guard, publicUrl);
  memberRoutes(bind, c);
  invitationRoutes(bind, c, guard);
  statusRoutes(bind, c);
}

/** A member's email address: confirming it, and changing it. */
function emailRoutes(bind: Bind, c: AccountsContext, guard: Guard, publicUrl: string | undefined): void {
  bind(contract.getEmailAddress, (_input, { user, request }) =>
    getEmailAddress(c, user, linkOrigin(publicUrl, request)),
  );

  bind(contract.sendConfirmation, async (_input, { user, request, reply }) => {
    const origin = linkOrigin(publicUrl, request);
    if (!c.mail || origin === undefined) throw new Problem('no_mail');
    guard.limitMailRequests(request.ip, c.clock());
    await assertUnconfirmed(c, guard, user);
    const language = memberLanguage(c, user.language, request.language);
    mailAfter(request, reply, () =>
      mailConfirmation(c, { user_id: user.id, email: user.email, language }, 'confirm', origin),
    );
  });

  bind(contract.changeEmail, async ({ body }, { user, request, reply }) => {
    const { email } = body;
    const client = clientOf(guard, request);
    if (!c.mail) {
      await setEmail(c, client, user, body);
      return { email, sent: false };
    }
    const origin = linkOrigin(publicUrl, request);
    if (origin === undefined) throw new Problem('no_mail');
    await asOwner(c, client, user, body, async () => guard.limitMailRequests(request.ip, c.clock()));
    const language = memberLanguage(c, user.language, request.language);
    mailAfter(request, reply, async () => {
      // Nobody learns from the response whether the address has an account, and nobody's mailbox is flooded.
      if ((await selectByEmail(c.db, email)) || !guard.mayMail(email, c.clock())) return;
      await mailConfirmation(c, { user_id: user.id, email, language }, 'change', origin);
    });
    return { email, sent: true };
  });

  bind(contract.confirmEmail, async ({ body }, call) => {
    const { email, before } = await confirmEmail(c, body.token);
    if (before) mailSecurityChange(c, call, before, 'email');
    return { email };
  });
}
