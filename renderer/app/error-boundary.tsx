/** A page that fails says so and leaves the rest of the window alive. */
import { Component, type ReactNode } from "react";

interface Props {
  /** Another value is another page: the failure of the last one is forgotten. */
  readonly resetKey: string;
  readonly render: (error: Error, retry: () => void) => ReactNode;
  readonly children: ReactNode;
}
interface State {
  readonly error: Error | null;
  readonly key: string;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, key: this.props.resetKey };

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.key ? null : { error: null, key: props.resetKey };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === null
      ? this.props.children
      : this.props.render(error, () => this.setState({ error: null }));
  }
}
