import { Component, type ReactNode } from 'react';

interface Props {
  children: ReactNode;
  /** What is shown instead of something that cannot be drawn or fetched. */
  otherwise: ReactNode;
  onFailure?: () => void;
}

/** What fails inside stays inside. React wants a class here. */
export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    this.props.onFailure?.();
  }

  override render() {
    return this.state.failed ? this.props.otherwise : this.props.children;
  }
}
