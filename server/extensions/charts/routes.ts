import * as contract from 'contract/extensions/charts.ts';
import { CHART_COVER_SIZES, CHARTS, type ChartName, chartPath } from 'contract/extensions/charts.ts';
import { genreLabel, genres } from 'contract/genres.ts';
import { pages } from 'contract/pages.ts';
import { coverPreload } from 'contract/pictures/covers.ts';
import type { Context } from '../../platform/context.ts';
import type { Bind } from '../../platform/http/bind.ts';
import { listHead } from '../../platform/http/pages/page-head.ts';
import type { ServerPages } from '../../platform/http/pages/site.ts';
import { say } from '../../platform/text/say.ts';
import { getChart } from './charts.ts';

export function chartRoutes(bind: Bind, c: Context): void {
  bind(contract.getChart, ({ params, query }, { origin }) =>
    getChart(c, params.chart, query.genre ?? '', origin),
  );
}

const isChart = (name: unknown): name is ChartName => CHARTS.includes(name as ChartName);
const isParent = (name: unknown): name is string => genres.some(({ value }) => value === name);

/** The page of the charts. Unknown charts and genres in the URL are ignored. */
export const chartPages = (c: Context): Pick<ServerPages, 'charts'> => ({
  charts: {
    cost: 6,
    async load({ query, origin, language }) {
      const chart = isChart(query.chart) ? query.chart : 'week';
      const genre = isParent(query.genre) ? query.genre : '';
      const data = await getChart(c, chart, genre, origin);
      return {
        status: 200,
        data,
        url: chartPath(chart, genre),
        head: listHead(c.brand, language, {
          title: say(language, pages.charts.titleOf(genre && genreLabel(genre))),
          description: say(language, 'What people listen to: this week, this month and all time.'),
          path: chartPath(chart, genre),
          cover: data.entries[0]?.track.cover_image_url,
        }),
        preload: coverPreload(data.entries[0]?.track.cover_image_url ?? null, CHART_COVER_SIZES),
        scriptless: true,
      };
    },
  },
});
