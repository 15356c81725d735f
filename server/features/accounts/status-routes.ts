import * as contract from 'contract/account-status.ts';
import { Problem } from 'contract/errors.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { sendPage } from '../../platform/http/paging.ts';
import type { AccountsContext } from './accounts-context.ts';
import { editStatus, getStatus, listStatuses, ownStatus } from './status.ts';

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
