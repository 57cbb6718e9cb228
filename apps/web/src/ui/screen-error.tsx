import { Component } from 'react'
import { Trouble } from './trouble.tsx'

interface ScreenErrorProps {
  /** A change of it gives the children a new try. */
  resetKey: string
  children: React.ReactNode
}

/** Keeps a failure while drawing, or a part that could not be loaded, to the place where it happened. */
export class ScreenError extends Component<ScreenErrorProps, { error: unknown; failedKey: string | undefined }> {
  override state = { error: undefined, failedKey: undefined }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  static getDerivedStateFromProps(props: ScreenErrorProps, state: { error: unknown; failedKey: string | undefined }) {
    if (state.error === undefined) return null
    if (state.failedKey === undefined) return { failedKey: props.resetKey }
    return state.failedKey === props.resetKey ? null : { error: undefined, failedKey: undefined }
  }

  override render(): React.ReactNode {
    if (this.state.error === undefined) return this.props.children
    // Only a reload helps: a part that failed to load may belong to an older version of the program.
    return (
      <Trouble
        title="This screen could not be shown"
        error={this.state.error}
        action="Reload Page"
        onRetry={() => window.location.reload()}
      />
    )
  }
}
