import * as contract from 'contract/account-security.ts';
import type { Bind, Call } from '../../platform/http/bind.ts';
import type { CurrentUser } from '../../platform/http/caller.ts';
import type { AccountsContext } from './accounts-context.ts';
import { createAppPassword, listAppPasswords, revokeAppPassword } from './app-passwords.ts';
import { clientOf } from './client.ts';
import type { Guard } from './guard.ts';
import { mailAfter, mailSecurityChange, type SecurityChange } from './mails.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  makeRecoveryCodes,
  removeSecondFactor,
} from './second-factor.ts';
import { endOwnSession, endSessions, listSessions } from './sessions.ts';

type SignedInCall = Pick<Call, 'request' | 'reply'> & { user: CurrentUser };

/** How a member's account is protected: sessions and the second factor. */
export function securityRoutes(bind: Bind, c: AccountsContext, guard: Guard): void {
  const tell = ({ user, request, reply }: SignedInCall, change: SecurityChange) =>
    mailAfter(request, reply, () =>
      mailSecurityChange(c, { email: user.email, device: clientOf(guard, request).device }, change),
    );

  bind(contract.listSessions, (_input, { user }) => listSessions(c, user));

  bind(contract.endSession, async ({ params }, { user }) => {
    await endOwnSession(c, user, params.id);
    return {};
  });

  bind(contract.endOtherSessions, async (_input, { user }) => {
    await endSessions(c.db, user.id, user.session);
    return {};
  });

  bind(contract.listAppPasswords, (_input, { user }) => listAppPasswords(c, user));

  bind(contract.createAppPassword, async ({ body }, call) => {
    const made = await createAppPassword(c, call.user, body.name);
    tell(call, 'app-password-on');
    return { ...made, address: call.origin, username: call.user.username };
  });

  bind(contract.revokeAppPassword, async ({ params }, { user }) => {
    await revokeAppPassword(c, user, params.id);
    return {};
  });

  bind(contract.getSecondFactor, (_input, { user }) => getSecondFactor(c, user));

  bind(contract.beginSecondFactor, ({ body }, { user, request }) =>
    beginSecondFactor(c, clientOf(guard, request), user, body.password),
  );

  bind(contract.confirmSecondFactor, async ({ body }, call) => {
    const recovery_codes = await confirmSecondFactor(c, clientOf(guard, call.request), call.user, body.code);
    tell(call, 'factor-on');
    return { recovery_codes };
  });

  bind(contract.makeRecoveryCodes, async ({ body }, call) => {
    const recovery_codes = await makeRecoveryCodes(c, clientOf(guard, call.request), call.user, body);
    tell(call, 'recovery-codes');
    return { recovery_codes };
  });

  bind(contract.removeSecondFactor, async ({ body }, call) => {
    await removeSecondFactor(c, clientOf(guard, call.request), call.user, body);
    tell(call, 'factor-off');
    return {};
  });
}
