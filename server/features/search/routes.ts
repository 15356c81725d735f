import * as contract from 'contract/search.ts';
import type { Context } from '../../context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import type { ReadQueue } from '../../platform/http/read-queue.ts';
import { onReplica } from '../../platform/http/replica-reads.ts';
import { withAbsoluteUrls } from '../../platform/media/addresses.ts';
import { search } from './search.ts';

export function searchRoutes(bind: Bind, c: Context, searches: ReadQueue): void {
  bind(contract.search, async ({ query }, call) => {
    const found = await searches(call.request, () => onReplica(c, call.request, (c) => search(c, query.q)));
    return { ...found, tracks: withAbsoluteUrls(found.tracks, call.origin) };
  });
}
