import { Boundary } from './boundary.tsx'
import { Trouble } from './trouble.tsx'

interface ScreenErrorProps {
  /** A change of it gives the children a new try. */
  resetKey: string
  children: React.ReactNode
}

/** A screen that failed is trouble with a way on; what stands around it stays. */
export function ScreenError({ resetKey, children }: ScreenErrorProps) {
  return (
    <Boundary
      resetKey={resetKey}
      // Only a reload helps: a part that failed to load may belong to an older version of the program.
      instead={(error) => (
        <Trouble
          title="This screen could not be shown"
          headingOrder={1}
          error={error}
          action="Reload Page"
          onRetry={() => window.location.reload()}
        />
      )}
    >
      {children}
    </Boundary>
  )
}
