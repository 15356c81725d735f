import * as contract from 'contract/discovery.ts';
import type { Context } from '../../context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { listSimilar } from './similar.ts';
import { getTrackPage } from './track-page.ts';

export function discoveryRoutes(bind: Bind, c: Context): void {
  bind(contract.listSimilar, ({ params, query }, { origin }) =>
    listSimilar(c, params.id, query.limit, origin),
  );
  bind(contract.getTrackPage, ({ params }, { origin }) => getTrackPage(c, params.id, origin));
}
