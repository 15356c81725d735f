import * as contract from 'contract/email-address.ts';
import { Problem } from 'contract/errors.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { AccountsContext } from './accounts-context.ts';
import { clientOf } from './client.ts';
import {
  assertUnconfirmed,
  confirmEmail,
  getEmailAddress,
  mailConfirmation,
  setEmail,
} from './email-address.ts';
import type { Guard } from './guard.ts';
import { linkOrigin, mailAfter } from './mail-after.ts';
import { asOwner } from './owner.ts';
import { selectByEmail } from './queries.ts';
import { mailSecurityChange } from './security-mails.ts';

/** A member's email address: confirming it, and changing it. */
export function emailRoutes(
  bind: Bind,
  c: AccountsContext,
  guard: Guard,
  publicUrl: string | undefined,
): void {
  bind(contract.getEmailAddress, (_input, { user, request }) =>
    getEmailAddress(c, user, linkOrigin(publicUrl, request)),
  );

  bind(contract.sendConfirmation, async (_input, { user, request, reply }) => {
    const origin = linkOrigin(publicUrl, request);
    if (!c.mail || origin === undefined) throw new Problem('no_mail');
    guard.limitMailRequests(request.ip, c.clock());
    await assertUnconfirmed(c, guard, user);
    mailAfter(request, reply, () =>
      mailConfirmation(c, { user_id: user.id, email: user.email }, 'confirm', origin),
    );
    return {};
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
    mailAfter(request, reply, async () => {
      // Nobody learns from the response whether the address has an account, and nobody's mailbox is flooded.
      if ((await selectByEmail(c.db, email)) || !guard.mayMail(email, c.clock())) return;
      await mailConfirmation(c, { user_id: user.id, email }, 'change', origin);
    });
    return { email, sent: true };
  });

  bind(contract.confirmEmail, async ({ body }, { request, reply }) => {
    const { email, before } = await confirmEmail(c, body.token);
    if (before !== null) {
      const { device } = clientOf(guard, request);
      mailAfter(request, reply, () => mailSecurityChange(c, { email: before, device }, 'email'));
    }
    return { email };
  });
}
