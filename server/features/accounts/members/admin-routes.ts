import { Problem } from 'contract/errors.ts';
import * as contract from 'contract/features/accounts/members.ts';
import { countUpTo } from '../../../platform/db/lists.ts';
import type { Bind } from '../../../platform/http/bind.ts';
import { byCreation, paginate, sendPage } from '../../../platform/http/requests/paging.ts';
import type { AccountsContext } from '../accounts-context.ts';
import type { Guard } from '../proof/guard.ts';
import { checkInvitation, createInvitation, listInvitations, revokeInvitation } from './invitations.ts';
import { endMemberSessions, listMembers, restore, selectAuditLog, suspend } from './members.ts';
import { editStatus, getStatus, listStatuses, ownStatus } from './plans.ts';

/** Member routes of the admins. */
export function memberRoutes(bind: Bind, c: AccountsContext): void {
  bind(contract.listMembers, async ({ query }, { reply }) => sendPage(reply, await listMembers(c, query)));

  bind(contract.suspendMember, ({ params }) => suspend(c, params.id));

  bind(contract.restoreMember, ({ params }) => restore(c, params.id));

  bind(contract.endMemberSessions, ({ params }) => endMemberSessions(c, params.id));

  bind(contract.listAuditLog, async ({ query }, { reply }) =>
    sendPage(
      reply,
      await paginate(
        query,
        byCreation,
        (page) => selectAuditLog(c.db, page),
        () => countUpTo(c.db, 'audit_entry'),
      ),
    ),
  );
}

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

  bind(contract.revokeInvitation, ({ params }) => revokeInvitation(c, params.id));
}

export function statusRoutes(bind: Bind, c: AccountsContext): void {
  bind(contract.listAccountStatus, async ({ query }, { user, reply }) => {
    return sendPage(reply, await listStatuses(c, user, query));
  });

  bind(contract.getAccountStatus, ({ params }, { user }) => getStatus(c, user, params.id));

  bind(contract.makeAccountStatus, (_input, { user }) => ownStatus(c, user));

  bind(contract.editAccountStatus, ({ params, body }, { user }) => editStatus(c, user, params.id, body));

  bind(contract.deleteAccountStatus, async ({ params }, { user }) => {
    await getStatus(c, user, params.id);
    throw new Problem('forbidden');
  });
}
