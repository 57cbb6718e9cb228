import { Component } from 'react'
import { ChunkLoadError } from '../lazy-component.tsx'
import { ErrorPanel } from './error-panel.tsx'

interface ErrorBoundaryProps {
  /** Rendered in place of children that failed. */
  fallback: (error: unknown) => React.ReactNode
  /** Called after the fallback is rendered. */
  onError?: () => void
  /** If the value changes, children that failed are rendered again. */
  resetKey?: string
  children: React.ReactNode
}

interface ErrorBoundaryState {
  failure: { error: unknown } | undefined
  failedKey: string | undefined
}

/** Catches errors of its children: render errors, and code that could not be loaded. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failure: undefined, failedKey: undefined }

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps(
    { resetKey = '' }: ErrorBoundaryProps,
    { failure, failedKey }: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    if (failure === undefined) return null
    if (failedKey === undefined) return { failedKey: resetKey }
    return failedKey === resetKey ? null : { failure: undefined, failedKey: undefined }
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof ChunkLoadError) error.discard()
    this.props.onError?.()
  }

  override render(): React.ReactNode {
    return this.state.failure === undefined ? this.props.children : this.props.fallback(this.state.failure.error)
  }
}

interface ScreenErrorBoundaryProps {
  /** If the value changes, children that failed are rendered again. */
  resetKey: string
  children: React.ReactNode
}

/** Shows the error panel in place of a screen that failed; the layout around it stays usable. */
export function ScreenErrorBoundary({ resetKey, children }: ScreenErrorBoundaryProps) {
  return (
    <ErrorBoundary
      resetKey={resetKey}
      // The button reloads the page, because code that failed to load may belong to an older build.
      fallback={(error) => (
        <ErrorPanel
          title="This screen could not be shown"
          headingOrder={1}
          error={error}
          action="Reload Page"
          onRetry={() => window.location.reload()}
        />
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
