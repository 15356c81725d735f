import { useQueryClient } from '@tanstack/react-query';
import type { User } from 'contract/features/accounts/accounts.ts';
import type { Tier } from 'contract/plans.ts';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { call, createBackoff } from './http/api.ts';
import { session } from './storage/session-token.ts';

/** The signed-in user, with their plan. */
export type Viewer = User & { plan_tier: Tier };

/** The shortest and longest wait before the current user is fetched again; ms. */
const RETRY = { first: 1000, max: 30_000 };

interface Session {
  viewer: Viewer | null;
  /** The viewer's plan; until they are loaded the one they had last, so that a page keeps its layout. Null for visitors. */
  tier: Tier | null;
  /** True during start, login and signup (§4). */
  loading: boolean;
  /** Reason why the current user could not be fetched at the start; it is being retried. */
  startError: Error | null;
  /** Begins the session that the call returns. */
  enter: (signIn: () => Promise<{ authToken: string }>) => Promise<void>;
  /** Fetches the viewer again. A failure is only logged: nothing but a 401 ends the session. */
  refresh: () => Promise<void>;
}

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const value = use(SessionContext);
  if (!value) throw new Error('useSession needs a SessionProvider.');
  return value;
}

/** @param onExpired is called when the server refuses the token of a session in use. */
export function SessionProvider({ onExpired, children }: { onExpired: () => void; children: ReactNode }) {
  const client = useQueryClient();
  const [viewer, setViewer] = useState<Viewer | null>(null);
  const [loading, setLoading] = useState(() => session.token() !== null);
  const [startError, setStartError] = useState<Error | null>(null);
  const starting = useRef(true);

  const refresh = useCallback(async () => {
    try {
      setViewer(await fetchViewer());
    } catch (error) {
      console.warn('The current user could not be fetched.', error);
    }
  }, []);

  useEffect(() => {
    if (session.token() === null) {
      starting.current = false;
      return;
    }
    const backoff = createBackoff(RETRY.first, RETRY.max);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    const finish = () => {
      starting.current = false;
      setStartError(null);
      setLoading(false);
    };
    const start = () =>
      fetchViewer().then(
        (viewer) => {
          if (stopped) return;
          setViewer(viewer);
          finish();
        },
        (error: Error) => {
          if (stopped) return;
          console.warn('The current user could not be fetched.', error);
          // A 401 has removed the token. Anything else may pass: a deployment, a lost connection.
          if (session.token() === null) return finish();
          setStartError(error);
          timer = setTimeout(start, backoff.next());
        },
      );
    void start();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, []);

  useEffect(
    () =>
      session.listen((event) => {
        if (event === 'login') {
          // Another tab signed in. In this tab `enter` sets the viewer.
          void refresh();
          return;
        }
        setViewer(null);
        client.removeQueries({ predicate: (query) => query.meta?.private === true });
        // A token that is refused at the start ends silently (`decisions.md` 6).
        if (event === 'unauthorized' && !starting.current) onExpired();
      }),
    [refresh, client, onExpired],
  );

  const enter = useCallback(async (signIn: () => Promise<{ authToken: string }>) => {
    setLoading(true);
    try {
      const { authToken } = await signIn();
      session.begin(authToken);
      setViewer(
        await fetchViewer().catch((error) => {
          session.cancel();
          throw error;
        }),
      );
    } finally {
      setLoading(false);
    }
  }, []);

  const value = useMemo<Session>(
    () => ({
      viewer,
      tier: viewer ? viewer.plan_tier : loading ? session.lastPlan() : null,
      loading,
      startError,
      refresh,
      enter,
    }),
    [viewer, loading, startError, refresh, enter],
  );
  return <SessionContext value={value}>{children}</SessionContext>;
}

/** Fetches the current user and their plan. A missing plan record is created, and free meanwhile (§4). */
async function fetchViewer(): Promise<Viewer | null> {
  if (session.token() === null) return null;
  const user = await call('GET /auth/me');
  // Filtered by user: admins would get everyone's.
  const statuses = await call('GET /account_status', { query: { user_id: user.id } });
  const own = statuses.find((status) => status.user_id === user.id);
  session.keepPlan(own?.plan_tier ?? 'free');
  if (own) return { ...user, plan_tier: own.plan_tier };
  call('POST /account_status', { body: {} }).catch((error) =>
    console.warn('The plan record could not be created.', error),
  );
  return { ...user, plan_tier: 'free' };
}
