import * as factor from 'contract/second-factor.ts';
import * as sessions from 'contract/sessions.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { AccountsContext } from './accounts-context.ts';
import { clientOf } from './client.ts';
import type { Guard } from './guard.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  makeRecoveryCodes,
  removeSecondFactor,
} from './second-factor.ts';
import { endOwnSession, listSessions } from './session-list.ts';
import { endSessions } from './sessions.ts';

/** How a member's account is protected: sessions and the second factor. */
export function securityRoutes(bind: Bind, c: AccountsContext, guard: Guard): void {
  bind(sessions.listSessions, (_input, { user }) => listSessions(c, user));

  bind(sessions.endSession, async ({ params }, { user }) => {
    await endOwnSession(c, user, params.id);
    return {};
  });

  bind(sessions.endOtherSessions, async (_input, { user }) => {
    await endSessions(c.db, user.id, user.session);
    return {};
  });

  bind(factor.getSecondFactor, (_input, { user }) => getSecondFactor(c, user));

  bind(factor.beginSecondFactor, ({ body }, { user, request }) =>
    beginSecondFactor(c, clientOf(guard, request), user, body.password),
  );

  bind(factor.confirmSecondFactor, async ({ body }, { user, request }) => ({
    recovery_codes: await confirmSecondFactor(c, clientOf(guard, request), user, body.code),
  }));

  bind(factor.makeRecoveryCodes, async ({ body }, { user, request }) => ({
    recovery_codes: await makeRecoveryCodes(c, clientOf(guard, request), user, body),
  }));

  bind(factor.removeSecondFactor, async ({ body }, { user, request }) => {
    await removeSecondFactor(c, clientOf(guard, request), user, body);
    return {};
  });
}
