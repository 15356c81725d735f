import * as contract from 'contract/search.ts';
import type { ReadQueue } from '../../platform/concurrency.ts';
import type { Context } from '../../platform/context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { onReplica } from '../../platform/http/replica-reads.ts';
import { withAbsoluteUrls } from '../../platform/media/stored-urls.ts';
import { search } from './search.ts';

export function searchRoutes(bind: Bind, c: Context, searches: ReadQueue): void {
  bind(contract.search, async ({ query }, call) => {
    const found = await searches(call.request, () => onReplica(c, call.request, (c) => search(c, query.q)));
    return { ...found, tracks: withAbsoluteUrls(found.tracks, call.origin) };
  });
}
