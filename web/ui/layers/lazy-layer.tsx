import { msg, t } from '@lingui/core/macro';
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { createStore, useStore } from '../../lib/store.ts';
import { Button } from '../Button.tsx';

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

interface Props {
  children: ReactNode;
  /** Replaces children that failed to render or to load. */
  fallback: ReactNode;
  onError?: () => void;
}

/** Contains the failure of what is inside it. React requires a class for this. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    this.props.onError?.();
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

/** Chunks fail to load without a connection, and when a new release has replaced them. */
export const RELOAD_HINT = msg`Check your connection, or reload to get the latest version.`;

const failed = createStore(false);

/** Reports that a chunk could not be loaded. */
export const reportLoadFailure = () => failed.set(true);

/** Offers a reload after a part of the page could not be loaded. It is part of the first chunk, unlike toasts. */
export function LoadFailure() {
  return (
    useStore(failed) && (
      <div
        role="alert"
        className="fixed inset-x-4 bottom-[calc(var(--bottom-bar)+1rem)] z-50 grid gap-3 rounded-md border border-line bg-stage p-4 shadow-float md:start-auto md:w-96"
      >
        <div className="grid gap-1">
          <p className="font-semibold">{t`Part of the page couldn’t be loaded`}</p>
          <p className="text-sm text-soft">{t(RELOAD_HINT)}</p>
        </div>
        <div className="flex justify-end gap-2">
          <Button look="bare" onClick={() => failed.set(false)}>
            {t`Not now`}
          </Button>
          <Button onClick={() => location.reload()}>{t`Reload`}</Button>
        </div>
      </div>
    )
  );
}
