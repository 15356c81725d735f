import * as contract from 'contract/invitations.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { sendPage } from '../../platform/http/paging.ts';
import type { AccountsContext } from './accounts-context.ts';
import type { Guard } from './guard.ts';
import { checkInvitation, createInvitation, listInvitations, revokeInvitation } from './invitations.ts';

/** Invitations, as admins make them and as people open them. */
export function invitationRoutes(bind: Bind, c: AccountsContext, guard: Guard): void {
  bind(contract.checkInvitation, ({ body }, { request }) => {
    guard.limitInvitations(request.ip, c.clock());
    return checkInvitation(c, body.invitation);
  });

  bind(contract.listInvitations, async ({ query }, { reply }) =>
    sendPage(reply, await listInvitations(c, query)),
  );

  bind(contract.createInvitation, ({ body }, { user }) => createInvitation(c, user, body));

  bind(contract.revokeInvitation, async ({ params }) => {
    await revokeInvitation(c, params.id);
    return {};
  });
}
