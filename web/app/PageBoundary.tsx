import type { ReactNode } from 'react';
import { Boundary } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** A page that cannot be drawn or fetched says so, and the rest of the product goes on. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const sorry = (
    <EmptyState
      role="alert"
      title="This page could not be shown"
      text="Please check your connection and try again."
    >
      <Button onClick={() => location.reload()}>Reload</Button>
    </EmptyState>
  );
  return <Boundary otherwise={sorry}>{children}</Boundary>;
}
