import { t } from '@lingui/core/macro';
import { pages } from 'contract/pages.ts';
import { say } from '../../lib/i18n.ts';
import '../discovery/places.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CHARTS, type ChartName, chartPath } from 'contract/extensions/charts.ts';
import { genreLabel, genres } from 'contract/genres.ts';
import { useLocation, useSearchParams } from 'wouter';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonLook } from '../../ui/Button.tsx';
import { Select } from '../../ui/forms/Field.tsx';
import { QueryView, Skeleton } from '../../ui/QueryView.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { ChartList } from './ChartList.tsx';
import { CHART_NAMES, chartQuery } from './queries.ts';

const genreNames = Object.fromEntries(genres.map(({ value, label }) => [value, label]));

const isChart = (name: string | null): name is ChartName => CHARTS.includes(name as ChartName);

/** The chart and the genre that an address names. */
function chosenIn(search: URLSearchParams) {
  const chart = search.get('chart');
  const genre = search.get('genre') ?? '';
  return {
    chart: isChart(chart) ? chart : 'week',
    genre: Object.hasOwn(genreNames, genre) ? genre : '',
  } as const;
}

export function query(_: string, search: URLSearchParams) {
  const { chart, genre } = chosenIn(search);
  return chartQuery(chart, genre);
}

/** `/charts`: what people listen to. `?chart=` and `?genre=` choose which. */
export default function Charts() {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const { chart, genre } = chosenIn(search);
  const shown = useQuery({ ...chartQuery(chart, genre), placeholderData: keepPreviousData });
  useTitle(say(pages.charts.titleOf(genre && genreLabel(genre))));
  return (
    <div className="stage-width pt-7 pb-16 md:pt-10">
      <div className="chart-head">
        <h1 className="text-[2rem] leading-tight md:text-[2.5rem]">{t`Charts`}</h1>
        <div className="chart-choice">
          <nav aria-label={t`Charts`} className="flex">
            {CHARTS.map((one) => (
              <AppLink
                key={one}
                href={chartPath(one, genre)}
                aria-current={one === chart ? 'page' : undefined}
                className={buttonLook('bare')}
              >
                {t(CHART_NAMES[one])}
              </AppLink>
            ))}
          </nav>
          <Select
            label={t`Genre`}
            options={{ '': t`All genres`, ...genreNames }}
            value={genre}
            onChoose={(value) => navigate(chartPath(chart, value))}
          />
        </div>
      </div>
      <QueryView
        query={shown}
        loading={t`Loading the chart...`}
        skeleton={<ChartSkeleton />}
        failed={t`Failed to load the chart`}
      >
        {(data) => <ChartList chart={data} />}
      </QueryView>
    </div>
  );
}

/** As high as a chart of ten. */
const ChartSkeleton = () => (
  <div className="chart">
    <div className="chart-first">
      <Skeleton className="chart-first-cover" />
    </div>
    {Array.from({ length: 9 }, (_, index) => (
      <div key={index} className="chart-row">
        <Skeleton className="chart-loading" />
      </div>
    ))}
  </div>
);
