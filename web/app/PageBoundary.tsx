import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { RELOAD_HINT } from '../ui/LoadFailure.tsx';
import { Mark } from '../ui/Mark.tsx';

/** Offers a reload in place of a page that failed to load or to render. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const failure = (
    <EmptyState
      as="h1"
      role="alert"
      picture={<Mark />}
      title="This page couldn’t be loaded"
      text={RELOAD_HINT}
    >
      <Button onClick={() => location.reload()}>Reload</Button>
    </EmptyState>
  );
  return <ErrorBoundary fallback={failure}>{children}</ErrorBoundary>;
}
