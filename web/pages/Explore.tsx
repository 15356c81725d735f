import { useQueryClient } from '@tanstack/react-query';
import { type PageData, pages } from 'contract/pages.ts';
import { ArrowRight, Play } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { extensions } from '../extensions.ts';
import { askedQuery } from '../features/song-requests/queries.ts';
import { exploreQuery, type SectionName } from '../features/tracks/queries.ts';
import { Sections } from '../features/tracks/Sections.tsx';
import { Search } from '../features/tracks/search/Search.tsx';
import { usePlayer } from '../player/PlayerContext.tsx';
import { toSong } from '../player/song.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { Button } from '../ui/Button.tsx';
import { lazyLayer } from '../ui/layers/lazy-layer.tsx';
import { toastProblem } from '../ui/layers/toasts.ts';
import { Slot } from '../ui/Slot.tsx';
import { useTitle } from '../ui/use-title.ts';

const OpenedSection = lazyLayer(() => import('../features/tracks/OpenedSection.tsx'));
const Start = lazyLayer(() => import('./Start.tsx'));
const NearestCard = lazyLayer(() => import('../features/song-requests/board/NearestCard.tsx'));

const isSection = (name: string | null): name is SectionName =>
  name === 'new' || name === 'popular' || name === 'trending';

export const entries = ({ explore, asked }: PageData['explore']) =>
  [
    [exploreQuery('').queryKey, explore],
    [askedQuery.queryKey, asked],
  ] as const;

/** `/`: three sections. `?q=` searches, `?section=` opens a section. */
export default function Explore() {
  const [search] = useSearchParams();
  const typed = search.get('q');
  const q = typed?.trim() ?? '';
  const section = search.get('section');
  useTitle(q ? `“${q}”` : typed === null ? pages.explore.title : 'Search');

  if (isSection(section)) return <OpenedSection section={section} q={q} />;
  if (typed !== null) return <Search q={q} />;
  const nearest = <NearestCard />;
  return (
    <div className="stage-width">
      <div className="pt-7 pb-7 md:pt-10 md:pb-8 lg:flex lg:items-end lg:justify-between lg:gap-16">
        <div className="grid max-w-xl flex-1 gap-6">
          <h1 className="text-hero tracking-[-0.03em]">
            Music the
            <br />
            crowd calls for.
          </h1>
          <p className="text-balance text-soft">
            AI music. Ask for a song: at thirty votes it is made, and its backers choose the take.
          </p>
          <PlayNow />
          <div className="grid gap-2">
            <div className="flex flex-wrap gap-x-6">
              <AppLink
                href="/leaderboard"
                className="inline-flex min-h-11 w-fit items-center gap-1.5 font-semibold text-ember-ink hover:underline"
              >
                Request a song <ArrowRight size={16} aria-hidden="true" />
              </AppLink>
              {extensions.exploreLinks.map((name) => (
                <AppLink
                  key={name}
                  href={pages[name].path}
                  className="inline-flex min-h-11 items-center font-medium text-soft transition hover:text-ink"
                >
                  {pages[name].title}
                </AppLink>
              ))}
            </div>
          </div>
        </div>
        {/* It is lower than its neighbor, so nothing moves when it loads. */}
        <div className="hidden flex-1 lg:block lg:max-w-[27.5rem]">{nearest}</div>
      </div>
      <Start fallback={<div className="start mb-10 h-27" />} />
      {/* Its place is reserved, and given up when no request is open. */}
      <div className="min-h-54 pb-8 has-data-none:hidden lg:hidden">{nearest}</div>
      <Sections />
      <Slot at="explore-end" />
    </div>
  );
}

/** Starts the most popular songs at once, and then those that trend. */
function PlayNow() {
  const player = usePlayer();
  const client = useQueryClient();
  const play = () =>
    client.ensureQueryData(exploreQuery('')).then(
      ({ mostPopular, trendingNow }) => player.playAll([...mostPopular, ...trendingNow].map(toSong)),
      (error) => toastProblem('The music could not be played', error),
    );
  return (
    <Button look="ember" size="lg" onClick={play} className="w-fit">
      <Play size={18} fill="currentColor" aria-hidden="true" /> Play what’s popular
    </Button>
  );
}
