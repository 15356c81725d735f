import * as contract from 'contract/members.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { byCreation, paginate, sendPage } from '../../platform/http/paging.ts';
import type { AccountsContext } from './accounts-context.ts';
import { countAuditLog, selectAuditLog } from './audit-queries.ts';
import { endMemberSessions, listMembers, restore, suspend } from './members.ts';

/** What admins see of members, and do with them. */
export function memberRoutes(bind: Bind, c: AccountsContext): void {
  bind(contract.listMembers, async ({ query }, { reply }) => sendPage(reply, await listMembers(c, query)));

  bind(contract.suspendMember, ({ params }) => suspend(c, params.id));

  bind(contract.restoreMember, ({ params }) => restore(c, params.id));

  bind(contract.endMemberSessions, async ({ params }) => {
    await endMemberSessions(c, params.id);
    return {};
  });

  bind(contract.listAuditLog, async ({ query }, { reply }) =>
    sendPage(
      reply,
      await paginate(
        query,
        byCreation,
        (page) => selectAuditLog(c.db, page),
        () => countAuditLog(c.db),
      ),
    ),
  );
}
