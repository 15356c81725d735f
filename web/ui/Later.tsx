import { type ReactNode, Suspense } from 'react';
import { Boundary } from './Boundary.tsx';
import { toastProblem } from './toasts.ts';

const tell = () =>
  toastProblem('Part of the page could not be loaded', 'Please check your connection and reload the page.');

/** A part that comes after the page; what stands in for it stays when it cannot be fetched, and so does the rest. */
export function Later({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  return (
    <Boundary otherwise={fallback} onFailure={tell}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  );
}
