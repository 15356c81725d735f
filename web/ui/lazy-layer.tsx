import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { reportLoadFailure } from './LoadFailure.tsx';

/**
 * A component whose code is loaded when it first renders, or earlier by `preload()`. Its `fallback` stands in while
 * the code loads, and stays if it cannot be loaded; the person is then offered a reload.
 */
export function lazyLayer<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Layer = lazy(load) as ComponentType<Props>;
  function LazyLayer({ fallback, ...props }: Props & { fallback?: ReactNode }) {
    return (
      <ErrorBoundary fallback={fallback} onError={reportLoadFailure}>
        <Suspense fallback={fallback}>
          <Layer {...(props as unknown as Props)} />
        </Suspense>
      </ErrorBoundary>
    );
  }
  // A failure to preload is reported when the component renders.
  return Object.assign(LazyLayer, { preload: () => void load().catch(() => {}) });
}
