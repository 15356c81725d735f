import { t } from '@lingui/core/macro';
import { can } from 'contract/plans.ts';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { sentenceOf } from '../../lib/http/api.ts';
import { isLost } from '../../lib/http/connection.ts';
import { useSession, type Viewer } from '../../lib/session.tsx';
import { useStore } from '../../lib/store.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { toastProblem } from '../../ui/layers/toasts.ts';

/** A page for people who are signed in; visitors go to /login and come back. */
export function SignedIn({
  skeleton,
  children,
}: {
  /** Stands in, in the final layout, until the owner of a stored token is known. */
  skeleton?: ReactNode;
  children: (viewer: Viewer) => ReactNode;
}) {
  const { viewer, loading, startError } = useSession();
  const [path, navigate] = useLocation();
  const isVisitor = !viewer && !loading;
  useEffect(() => {
    if (isVisitor && isCurrent(path)) navigate(`/login?from=${encodeURIComponent(path)}`, { replace: true });
  }, [isVisitor, path, navigate]);
  if (viewer) return children(viewer);
  return loading && !startError && skeleton ? skeleton : <Waiting />;
}

/** True if a member's page cannot be opened, because the server that knows who is there cannot be reached. */
export function useUnreachable(): boolean {
  const { viewer } = useSession();
  return useStore(isLost) && viewer === null;
}

/** A page for admins alone, with §2's words for everyone else. */
export function AdminOnly({ children }: { children: (viewer: Viewer) => ReactNode }) {
  const { viewer, loading } = useSession();
  const [path, navigate] = useLocation();
  const allowed = can(viewer, 'publish');
  const isVisitor = !viewer;
  useEffect(() => {
    if (loading || allowed || !isCurrent(path)) return;
    if (isVisitor) {
      toastProblem(t`Authentication required`, t`Please log in to access this page`);
      navigate('/login?from=%2Fcreate', { replace: true });
    } else {
      toastProblem(t`Access denied`, t`This page is only accessible to administrators`);
      navigate('/', { replace: true });
    }
  }, [loading, allowed, isVisitor, path, navigate]);
  return allowed && viewer ? children(viewer) : <Waiting />;
}

/** True if a page is still wanted: it stays for a moment after somebody leaves it, for example by signing out. */
const isCurrent = (path: string) => location.pathname === path;

/** Stands in until the current user is known, and says so when that takes long because the server cannot be reached. */
function Waiting() {
  const { startError } = useSession();
  return (
    <div className="min-h-dvh" aria-busy="true">
      {startError && (
        <EmptyState
          as="h1"
          role="status"
          title={sentenceOf(startError)}
          text={t`Still trying to log you in…`}
        />
      )}
    </div>
  );
}

/** The path to return to after /login, from its `?from=`: one of this site, or `/`. */
export function returnPath(search: string): string {
  const from = new URLSearchParams(search).get('from') ?? '/';
  return isOwnPath(from) && !/^\/(login|signup)\b/.test(from) ? from : '/';
}

/** Resolves the path as the browser would: `//host`, `/\host` and `/<tab>/host` lead to other sites. */
function isOwnPath(path: string): boolean {
  if (!path.startsWith('/')) return false;
  try {
    return new URL(path, location.origin).origin === location.origin;
  } catch {
    return false;
  }
}
