import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { sentenceFor } from 'contract/answers.ts';
import { Suspense, useDeferredValue, useMemo } from 'react';
import { Route, Router, Switch, useLocation, useRouter } from 'wouter';
import { setPageLoaders } from '../lib/page-loader.ts';
import { SessionProvider } from '../lib/session.tsx';
import { PlayerContext } from '../player/PlayerContext.tsx';
import type { Player } from '../player/player.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { lazyLayer } from '../ui/lazy-layer.tsx';
import { ToastLayer } from '../ui/ToastLayer.tsx';
import { toastProblem } from '../ui/toasts.ts';
import { BottomBar } from './BottomBar.tsx';
import { Header } from './Header.tsx';
import { PageAnnouncer } from './PageAnnouncer.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import { notFound, routeAt, routes } from './routes.tsx';
import { usePlace } from './use-place.ts';
import { useRouteFocus } from './use-route-focus.ts';
import { useScrollRestoration } from './use-scroll-restoration.ts';

const Layers = lazyLayer(() => import('./Layers.tsx'));

setPageLoaders((path) => routeAt(path)?.load());

/** The whole page. The player stands outside of the pages, so music continues from one to the next. */
export function App({ player, client }: { player: Player; client: QueryClient }) {
  return (
    <PageBoundary>
      <QueryClientProvider client={client}>
        <PlayerContext value={player}>
          <Shell />
        </PlayerContext>
      </QueryClientProvider>
    </PageBoundary>
  );
}

function Shell() {
  const [, navigate] = useLocation();
  const onExpired = () => {
    toastProblem(sentenceFor(401));
    navigate(`/login?from=${encodeURIComponent(location.pathname + location.search)}`);
  };
  return (
    <SessionProvider onExpired={onExpired}>
      <Header />
      <Pages />
      <BottomBar />
      <ToastLayer />
      <LoadFailure />
      <Layers />
    </SessionProvider>
  );
}

/** The page of the address. While the code of another one loads, the old page stays, with its own address. */
function Pages() {
  const router = useRouter();
  const [path, navigate] = router.hook(router);
  const wanted = `${path}?${router.searchHook(router)}`;
  const shown = useDeferredValue(wanted);
  const hooks = useMemo(() => {
    const [, shownPath = '', search = ''] = /^([^?]*)\?(.*)$/s.exec(shown) ?? [];
    return { hook: () => [shownPath, navigate] as [string, typeof navigate], searchHook: () => search };
  }, [shown, navigate]);
  return (
    <Router {...hooks}>
      <ShownPage isStale={shown !== wanted} />
    </Router>
  );
}

function ShownPage({ isStale }: { isStale: boolean }) {
  const [path] = useLocation();
  const place = usePlace();
  useScrollRestoration(place);
  useRouteFocus(place);
  return (
    <>
      <main
        id="main"
        tabIndex={-1}
        aria-busy={isStale}
        className="pb-[calc(var(--bottom-bar)+1rem)] outline-none"
      >
        <Suspense fallback={<PageSkeleton />}>
          <PageBoundary key={path}>
            <Switch>
              {routes.map((route) => (
                <Route key={route.path} path={route.path} component={route.page} />
              ))}
              <Route component={notFound.page} />
            </Switch>
          </PageBoundary>
        </Suspense>
      </main>
      <PageAnnouncer place={place} />
    </>
  );
}
