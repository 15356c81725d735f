import { t } from '@lingui/core/macro';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { sentenceFor } from 'contract/answers.ts';
import { type ReactNode, Suspense, useDeferredValue, useMemo } from 'react';
import { Route, Router, Switch, useLocation, useRouter } from 'wouter';
import { extensions } from '../extensions.ts';
import { setPageLoaders } from '../lib/http/page-loader.ts';
import { say } from '../lib/i18n.ts';
import { SessionProvider } from '../lib/session.tsx';
import type { Player } from '../player/engine/player.ts';
import { PlayerContext } from '../player/PlayerContext.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorBoundary, LoadFailure, lazyLayer, RELOAD_HINT } from '../ui/layers/lazy-layer.tsx';
import { ToastLayer } from '../ui/layers/ToastLayer.tsx';
import { toastProblem } from '../ui/layers/toasts.ts';
import { Mark } from '../ui/pictures/Mark.tsx';
import { Skeleton } from '../ui/QueryView.tsx';
import { fillSlots } from '../ui/Slot.tsx';
import { BottomBar } from './BottomBar.tsx';
import { Header } from './Header.tsx';
import { PageAnnouncer, usePlace, useRouteFocus, useScrollRestoration } from './navigation.tsx';
import { notFound, routeAt, routes } from './routes.tsx';

const Layers = lazyLayer(() => import('./Layers.tsx'));

setPageLoaders((path) => routeAt(path)?.load());
fillSlots(extensions.slots);

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
    toastProblem(say(sentenceFor(401)));
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

/** The page of the URL. While the code of another one loads, the old page stays, with its own URL. */
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

/** Offers a reload in place of a page that failed to load or to render. */
function PageBoundary({ children }: { children: ReactNode }) {
  const failure = (
    <EmptyState
      as="h1"
      role="alert"
      picture={<Mark />}
      title={t`This page couldn’t be loaded`}
      text={t(RELOAD_HINT)}
    >
      <Button onClick={() => location.reload()}>{t`Reload`}</Button>
    </EmptyState>
  );
  return <ErrorBoundary fallback={failure}>{children}</ErrorBoundary>;
}

/** Stands in for the first page while its code loads; `#root:empty` in styles.css looks the same before any script. */
function PageSkeleton() {
  return (
    <div
      role="status"
      aria-label={t`Loading`}
      className="stage-width grid min-h-dvh content-start gap-8 pt-10"
    >
      <Skeleton className="h-10 w-60 max-w-full" />
      <Skeleton className="h-96 rounded-lg" />
    </div>
  );
}
