import { pages } from 'contract/pages.ts';
import '../discovery/places.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CHARTS, type ChartName, chartPath } from 'contract/extensions/charts.ts';
import { genreLabel, genres } from 'contract/genres.ts';
import { useLocation, useSearchParams } from 'wouter';
import { PlayAllButtons } from '../../player/PlayAllButtons.tsx';
import { toSong } from '../../player/song.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Select } from '../../ui/forms/Field.tsx';
import { QueryView, Skeleton } from '../../ui/QueryView.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { ChartList } from './ChartList.tsx';
import { CHART_NAMES, chartQuery } from './queries.ts';

const genreOptions = Object.fromEntries([
  ['', 'All genres'],
  ...genres.map(({ value, label }) => [value, label]),
]);

const isChart = (name: string | null): name is ChartName => CHARTS.includes(name as ChartName);

/** The chart and the genre that an address names. */
function chosenIn(search: URLSearchParams) {
  const chart = search.get('chart');
  const genre = search.get('genre') ?? '';
  return { chart: isChart(chart) ? chart : 'week', genre: genre in genreOptions ? genre : '' } as const;
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
  const entries = shown.data?.entries ?? [];
  useTitle(pages.charts.titleOf(genre && genreLabel(genre)));
  return (
    <div className="stage-width pt-7 pb-16 md:pt-10">
      <h1 className="text-hero tracking-[-0.03em]">Charts</h1>
      <p className="mt-3 mb-6 text-soft">Ranked by counted listens alone. Every place says why.</p>
      <div className="chart-choice">
        <nav aria-label="Charts" className="flex flex-wrap gap-2">
          {CHARTS.map((one) => (
            <AppLink
              key={one}
              href={chartPath(one, genre)}
              aria-current={one === chart ? 'page' : undefined}
              className="place-chip"
            >
              {CHART_NAMES[one]}
            </AppLink>
          ))}
        </nav>
        <Select
          label="Genre"
          options={genreOptions}
          value={genre}
          onChoose={(value) => navigate(chartPath(chart, value))}
        />
        <div className="chart-play-all">
          <PlayAllButtons
            load={async () => entries.map(({ track }) => toSong(track))}
            failure="The chart could not be played"
            disabled={entries.length === 0}
          />
        </div>
      </div>
      <QueryView
        query={shown}
        loading="Loading the chart..."
        skeleton={Array.from({ length: 8 }, (_, index) => <Skeleton key={index} className="mt-3 h-24" />)}
        failed="Failed to load the chart"
      >
        {(data) => <ChartList chart={data} />}
      </QueryView>
    </div>
  );
}
