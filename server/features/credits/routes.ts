import { Problem } from 'contract/errors.ts';
import * as contract from 'contract/features/credits.ts';
import type { Context } from '../../platform/context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { sendPage } from '../../platform/http/requests/paging.ts';
import { balanceOf } from './balance.ts';
import { editRecord, getRecord, listEntries, listRecords } from './records.ts';

export function creditRoutes(bind: Bind, c: Context): void {
  bind(contract.listCredits, async ({ query }, { user, reply }) => {
    return sendPage(reply, await listRecords(c, user, query));
  });

  bind(contract.getCredits, ({ params }, { user }) => getRecord(c, user, params.id));

  bind(contract.makeCredits, (_input, { user }) => balanceOf(c, user.id));

  bind(contract.editCredits, ({ params, body }, { user }) => editRecord(c, user, params.id, body));

  bind(contract.deleteCredits, async ({ params }, { user }) => {
    await getRecord(c, user, params.id);
    throw new Problem('forbidden');
  });

  bind(contract.listCreditEntries, async ({ query }, { user, reply }) => {
    return sendPage(reply, await listEntries(c, user.id, query));
  });
}
