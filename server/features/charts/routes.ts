import * as contract from 'contract/charts.ts';
import type { Context } from '../../platform/context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { onReplica } from '../../platform/http/replica-reads.ts';
import { getChart } from './charts.ts';

export function chartRoutes(bind: Bind, c: Context): void {
  bind(contract.getChart, ({ params, query }, { request, origin }) =>
    onReplica(c, request, (c) => getChart(c, params.chart, query.genre ?? '', origin)),
  );
}
