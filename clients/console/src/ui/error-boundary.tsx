import { Component, type ReactNode } from "react";
import { Problem } from "./problem.tsx";

interface Props {
  /** Done before the children are drawn again. */
  readonly onRetry?: () => void;
  readonly children: ReactNode;
}

/** Shows what failed while drawing instead of an empty page. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const again = () => {
      this.props.onRetry?.();
      this.setState({ error: undefined });
    };
    return <Problem error={error} onRetry={again} />;
  }
}
