import { Component } from 'react'
import { PartMissing } from './lazy-part.tsx'

interface BoundaryProps {
  /** Seen in place of children that failed. */
  instead: (error: unknown) => React.ReactNode
  /** Runs once the failure has left the screen. */
  onFailure?: () => void
  /** A change of it gives the children a new try. */
  resetKey?: string
  children: React.ReactNode
}

interface BoundaryState {
  failure: { error: unknown } | undefined
  failedKey: string | undefined
}

/** Keeps a failure while drawing, or a part that could not be loaded, to the place where it happened. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: undefined, failedKey: undefined }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ resetKey = '' }: BoundaryProps, { failure, failedKey }: BoundaryState): Partial<BoundaryState> | null {
    if (failure === undefined) return null
    if (failedKey === undefined) return { failedKey: resetKey }
    return failedKey === resetKey ? null : { failure: undefined, failedKey: undefined }
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof PartMissing) error.forget()
    this.props.onFailure?.()
  }

  override render(): React.ReactNode {
    return this.state.failure === undefined ? this.props.children : this.props.instead(this.state.failure.error)
  }
}
