import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { sentenceFor } from 'contract/answers.ts';
import { Suspense } from 'react';
import { Route, Switch, useLocation } from 'wouter';
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
  const [path, navigate] = useLocation();
  const place = usePlace();
  useScrollRestoration(place);
  useRouteFocus(place);
  const onExpired = () => {
    toastProblem(sentenceFor(401));
    navigate(`/login?from=${encodeURIComponent(location.pathname + location.search)}`);
  };
  return (
    <SessionProvider onExpired={onExpired}>
      <Header />
      <main id="main" tabIndex={-1} className="pb-[calc(var(--bottom-bar)+1rem)] outline-none">
        <PageBoundary key={path}>
          <Suspense fallback={<div className="min-h-dvh" />}>
            <Switch>
              {routes.map((route) => (
                <Route key={route.path} path={route.path} component={route.page} />
              ))}
              <Route component={notFound.page} />
            </Switch>
          </Suspense>
        </PageBoundary>
      </main>
      <PageAnnouncer place={place} />
      <BottomBar />
      <ToastLayer />
      <LoadFailure />
      <Layers />
    </SessionProvider>
  );
}
