import * as tokens from 'contract/features/accounts/access-tokens.ts';
import * as contract from 'contract/features/accounts/account-security.ts';
import type { Bind } from '../../../platform/http/bind.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { mailSecurityChange } from '../mails.ts';
import { clientOf } from '../proof/client.ts';
import type { Guard } from '../proof/guard.ts';
import { createAccessToken, listAccessTokens, revokeAccessToken } from './access-tokens.ts';
import { createAppPassword, listAppPasswords, revokeAppPassword } from './app-passwords.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  makeRecoveryCodes,
  removeSecondFactor,
} from './second-factor.ts';
import { endOwnSession, endSessions, listSessions } from './sessions.ts';

/** Account security: sessions and the second factor. */
export function securityRoutes(bind: Bind, c: AccountsContext, guard: Guard): void {
  bind(contract.listSessions, (_input, { user }) => listSessions(c, user));

  bind(contract.endSession, ({ params }, { user }) => endOwnSession(c, user, params.id));

  bind(contract.endOtherSessions, (_input, { user }) => endSessions(c.db, user.id, user.session));

  bind(contract.listAppPasswords, (_input, { user }) => listAppPasswords(c, user));

  bind(contract.createAppPassword, async ({ body }, call) => {
    const made = await createAppPassword(c, call.user, body.name);
    mailSecurityChange(c, call, call.user, 'app-password-on');
    return { ...made, address: call.origin, username: call.user.username };
  });

  bind(contract.revokeAppPassword, ({ params }, { user }) => revokeAppPassword(c, user, params.id));

  bind(tokens.listAccessTokens, () => listAccessTokens(c));

  bind(tokens.createAccessToken, async ({ body }, call) => {
    const made = await createAccessToken(c, call.user, body);
    mailSecurityChange(c, call, call.user, 'access-token-on');
    return made;
  });

  bind(tokens.revokeAccessToken, ({ params }) => revokeAccessToken(c, params.id));

  bind(contract.getSecondFactor, (_input, { user }) => getSecondFactor(c, user));

  bind(contract.beginSecondFactor, ({ body }, { user, request }) =>
    beginSecondFactor(c, clientOf(guard, request), user, body.password),
  );

  bind(contract.confirmSecondFactor, async ({ body }, call) => {
    const recovery_codes = await confirmSecondFactor(c, clientOf(guard, call.request), call.user, body.code);
    mailSecurityChange(c, call, call.user, 'factor-on');
    return { recovery_codes };
  });

  bind(contract.makeRecoveryCodes, async ({ body }, call) => {
    const recovery_codes = await makeRecoveryCodes(c, clientOf(guard, call.request), call.user, body);
    mailSecurityChange(c, call, call.user, 'recovery-codes');
    return { recovery_codes };
  });

  bind(contract.removeSecondFactor, async ({ body }, call) => {
    await removeSecondFactor(c, clientOf(guard, call.request), call.user, body);
    mailSecurityChange(c, call, call.user, 'factor-off');
  });
}
