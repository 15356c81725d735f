import * as contract from 'contract/search.ts';
import type { Context } from '../../context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { withAbsoluteUrls } from '../../platform/media/addresses.ts';
import { searchQueue } from '../tracks/tracks.ts';
import { search } from './search.ts';

export function searchRoutes(bind: Bind, c: Context): void {
  const searches = searchQueue(c.engine);
  bind(contract.search, async ({ query }, call) => {
    const found = await searches(call.request, query, () => search(c, query.q));
    return { ...found, tracks: withAbsoluteUrls(found.tracks, call.origin) };
  });
}
