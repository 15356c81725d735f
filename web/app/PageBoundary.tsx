import { Component, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** A page that cannot be drawn or fetched says so, and the rest of the product goes on. React wants a class here. */
export class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <EmptyState
        role="alert"
        title="This page could not be shown"
        text="Please check your connection and try again."
      >
        <Button onClick={() => location.reload()}>Reload</Button>
      </EmptyState>
    );
  }
}
