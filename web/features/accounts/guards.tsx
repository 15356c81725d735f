import { can } from 'contract/plans.ts';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useSession, type Viewer } from '../../lib/session.tsx';
import { toastProblem } from '../../ui/toasts.ts';

/** A page for those who are signed in; the others are led to /login and back. */
export function SignedIn({ children }: { children: (viewer: Viewer) => ReactNode }) {
  const { viewer, loading } = useSession();
  const [path, navigate] = useLocation();
  const away = !viewer && !loading;
  useEffect(() => {
    if (away) navigate(`/login?from=${encodeURIComponent(path)}`, { replace: true });
  }, [away, path, navigate]);
  return viewer ? children(viewer) : <div className="min-h-dvh" aria-busy="true" />;
}

/** A page for the admin plan alone, with §2's words for everybody else. */
export function AdminOnly({ children }: { children: (viewer: Viewer) => ReactNode }) {
  const { viewer, loading } = useSession();
  const [, navigate] = useLocation();
  const allowed = can(viewer, 'publish');
  const visitor = !viewer;
  useEffect(() => {
    if (loading || allowed) return;
    if (visitor) {
      toastProblem('Authentication required', 'Please log in to access this page');
      navigate('/login?from=%2Fcreate', { replace: true });
    } else {
      toastProblem('Access denied', 'This page is only accessible to administrators');
      navigate('/', { replace: true });
    }
  }, [loading, allowed, visitor, navigate]);
  return allowed && viewer ? children(viewer) : <div className="min-h-dvh" aria-busy="true" />;
}
