import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { LazyBoundary } from '../lazy-boundary.tsx'

interface LazyDropdownProps {
  /** Rendered until it is clicked, and while the dropdown loads. */
  button: React.ReactNode
  /**
   * Loads the code of the dropdown. Called when the pointer or the focus reaches the button, so that a click opens the
   * dropdown immediately.
   */
  preload: () => void
  /** A lazy component that renders the button again, with an open dropdown. */
  children: React.ReactNode
}

/** A button whose dropdown is loaded when it is first used, because Mantine's menu weighs 30 KB gzipped. */
export function LazyDropdown({ button, preload, children }: LazyDropdownProps) {
  const scope = useRef<HTMLDivElement>(null)
  const [isRequested, setRequested] = useState(false)
  const [failureCount, setFailureCount] = useState(0)

  // The button was mounted again and lost the focus, so it is focused again.
  useEffect(() => {
    if (failureCount > 0) scope.current?.querySelector('button')?.focus()
  }, [failureCount])

  function reset(): void {
    setRequested(false)
    setFailureCount((count) => count + 1)
  }

  if (isRequested) {
    return (
      <LazyBoundary fallback={<FocusedButton>{button}</FocusedButton>} onError={reset}>
        {children}
      </LazyBoundary>
    )
  }
  return (
    // The button handles the click, by mouse or keyboard; this only listens.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div ref={scope} onClick={() => setRequested(true)} onPointerEnter={preload} onFocus={preload}>
      {button}
    </div>
  )
}

/** The button while its dropdown loads. It is a new element, so it takes the focus from the clicked button. */
function FocusedButton({ children }: { children: React.ReactNode }) {
  const scope = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => scope.current?.querySelector('button')?.focus(), [])
  return <div ref={scope}>{children}</div>
}
