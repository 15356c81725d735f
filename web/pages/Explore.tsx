import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type PageData, pages } from 'contract/pages.ts';
import { useSearchParams } from 'wouter';
import { extensions } from '../extensions.ts';
import { askedQuery, exploreQuery, type SectionName } from '../features/tracks/queries.ts';
import { AskedShelf, SECTION_LINK, SECTION_TITLES, Sections } from '../features/tracks/Sections.tsx';
import { say } from '../lib/i18n.ts';
import { useSession } from '../lib/session.tsx';
import { session } from '../lib/storage/session-token.ts';
import { permanent } from '../lib/storage/storage.ts';
import { AppLink } from '../ui/AppLink.tsx';
import { lazyLayer } from '../ui/layers/lazy-layer.tsx';
import { Slot } from '../ui/Slot.tsx';
import { useTitle } from '../ui/use-title.ts';

/** Storage key of the last height of a member's own part, px; `JumpBackIn` keeps it. */
const KNOWN = 'ovation.jump';

const loadHero = () => import('../features/tracks/explore/Hero.tsx');
let Hero: Awaited<ReturnType<typeof loadHero>>['default'] = lazyLayer(loadHero);

/** Loads what visitors see first, and members for whom nothing was kept. */
export async function prepare(): Promise<void> {
  if (session.token() === null || !permanent.get(KNOWN)) Hero = (await loadHero()).default;
}

const OpenedSection = lazyLayer(() => import('../features/tracks/OpenedSection.tsx'));
const JumpBackIn = lazyLayer(() => import('../features/song-requests/start/JumpBackIn.tsx'));
const Search = lazyLayer(() => import('../features/tracks/search/Search.tsx'));
const NearestRow = lazyLayer(() => import('../features/song-requests/board/NearestRow.tsx'));

const isSection = (name: string | null): name is SectionName =>
  name !== null && Object.hasOwn(SECTION_TITLES, name);

export const entries = ({ explore, asked }: PageData['explore']) =>
  [
    [exploreQuery('').queryKey, explore],
    [askedQuery.queryKey, asked],
  ] as const;

/** `/`: songs that were asked for, and three sections. `?q=` searches, `?section=` opens a section. */
export default function Explore() {
  const [search] = useSearchParams();
  const typed = search.get('q');
  const q = typed?.trim() ?? '';
  const section = search.get('section');
  useTitle(q ? `“${q}”` : typed === null ? say(pages.explore.title) : t`Search`);

  if (isSection(section)) return <OpenedSection section={section} q={q} />;
  if (typed !== null) return <Search fallback={<div className="min-h-dvh" />} q={q} />;
  return <Home />;
}

/** Links without room in the navigation of phones. */
const links = () =>
  extensions.navigation.map((name) => (
    <AppLink key={name} href={pages[name].path} className={SECTION_LINK}>
      {say(pages[name].title)}
    </AppLink>
  ));

/** The votes from which a request is told as near. Its constants are not part of the first chunk. */
const NEAR = 21;

function Home() {
  const { tier } = useSession();
  const asked = useQuery(askedQuery);
  const explore = useQuery(exploreQuery(''));
  const { featured, heard = [], nearest } = asked.data ?? {};
  const [newest] = explore.data?.newReleases ?? [];
  const isLoading = asked.isLoading || explore.isLoading;
  // What failed is said once.
  const shelf = explore.error && asked.error ? null : <AskedShelf query={asked} />;
  const hero = (
    <div className={tier ? undefined : 'for-visitors'}>
      <Hero
        featured={
          featured ??
          (newest
            ? { track: newest, wish: newest.prompt_text ?? '', moments: [] }
            : isLoading
              ? undefined
              : null)
        }
        next={heard.map(({ track }) => track)}
      />
      {nearest && nearest.votes >= NEAR && (
        <div className="nearest-place">
          <NearestRow initial={nearest} />
        </div>
      )}
    </div>
  );
  const known = Number(permanent.get(KNOWN));
  return (
    <div className="stage-width">
      {/* As high as it was the last time. */}
      {tier ? (
        <JumpBackIn fallback={known ? <div style={{ height: known }} /> : hero}>{hero}</JumpBackIn>
      ) : (
        hero
      )}
      {!tier && shelf}
      <Sections links={links()} />
      {tier && shelf}
      <Slot at="explore-end" />
    </div>
  );
}
