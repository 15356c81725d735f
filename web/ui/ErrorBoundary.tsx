import { Component, type ReactNode } from 'react';

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
