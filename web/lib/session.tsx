import { useQueryClient } from '@tanstack/react-query';
import type { User } from 'contract/accounts.ts';
import type { Tier } from 'contract/plans.ts';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { call } from './api.ts';
import { session } from './session-token.ts';

/** Who is signed in, with their plan. */
export type Viewer = User & { plan_tier: Tier };

interface Session {
  viewer: Viewer | null;
  /** True during start, login and signup (§4). */
  loading: boolean;
  logIn: (input: { email: string; password: string }) => Promise<void>;
  signUp: (input: { name: string; email: string; password: string }) => Promise<void>;
  logOut: () => void;
  /** Asks the server anew who the viewer is; when it cannot say, logs out (§8). */
  refresh: () => Promise<void>;
}

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const value = use(SessionContext);
  if (!value) throw new Error('There is no session around this component.');
  return value;
}

/** @param onRefused a token was refused while it was in use: the app leads to /login. */
export function SessionProvider({ onRefused, children }: { onRefused: () => void; children: ReactNode }) {
  const client = useQueryClient();
  const [viewer, setViewer] = useState<Viewer | null>(null);
  const [loading, setLoading] = useState(() => session.token() !== null);
  const starting = useRef(true);

  const refresh = useCallback(async () => {
    if (session.token() === null) return setViewer(null);
    try {
      setViewer(await whoAmI());
    } catch (error) {
      console.warn('The current user could not be fetched.', error);
      if (session.token() !== null) session.end();
    }
  }, []);

  useEffect(() => {
    void refresh().finally(() => {
      starting.current = false;
      setLoading(false);
    });
  }, [refresh]);

  useEffect(
    () =>
      session.listen((event) => {
        if (event === 'login') {
          // Another tab signed in; in this one `enter` has set the viewer already.
          void refresh();
          return;
        }
        setViewer(null);
        client.removeQueries({ predicate: (query) => query.meta?.private === true });
        // A token that fails when the page starts ends silently (`decisions.md` 6).
        if (event === 'unauthorized' && !starting.current) onRefused();
      }),
    [refresh, client, onRefused],
  );

  const enter = useCallback(async (signIn: () => Promise<{ authToken: string }>) => {
    setLoading(true);
    try {
      const { authToken } = await signIn();
      session.begin(authToken);
      setViewer(
        await whoAmI().catch((error) => {
          session.end();
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
      loading,
      refresh,
      logIn: (body) => enter(() => call('POST /auth/login', { body })),
      signUp: (body) => enter(() => call('POST /auth/signup', { body })),
      logOut: () => {
        // The server ends the session; that this tab forgets it does not wait for the answer.
        call('POST /auth/logout').catch((error) =>
          console.warn('The session could not be ended on the server.', error),
        );
        session.end();
      },
    }),
    [viewer, loading, refresh, enter],
  );
  return <SessionContext value={value}>{children}</SessionContext>;
}

/** The caller and their plan; a missing plan record is made, and free meanwhile (§4). */
async function whoAmI(): Promise<Viewer> {
  const user = await call('GET /auth/me');
  // By the user: an admin would be told of everybody's.
  const statuses = await call('GET /account_status', { query: { user_id: user.id } });
  const own = statuses.find((status) => status.user_id === user.id);
  if (own) return { ...user, plan_tier: own.plan_tier };
  call('POST /account_status', { body: {} }).catch((error) =>
    console.warn('The plan record could not be made.', error),
  );
  return { ...user, plan_tier: 'free' };
}
