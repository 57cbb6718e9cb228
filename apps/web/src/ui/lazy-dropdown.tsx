import { useEffect, useRef, useState } from 'react'
import { LazyBoundary } from './lazy-boundary.tsx'

interface LazyDropdownProps {
  /** Rendered until it is clicked, and while the dropdown loads. */
  button: React.ReactNode
  /** A lazyComponent that renders the button again, with an open dropdown. */
  children: React.ReactNode
}

/** A button whose dropdown loads with the first click: the library's menu weighs 30 KB gzipped. */
export function LazyDropdown({ button, children }: LazyDropdownProps) {
  const scope = useRef<HTMLDivElement>(null)
  const [isRequested, setRequested] = useState(false)
  const [failureCount, setFailureCount] = useState(0)

  // The button was mounted again, so it lost the focus.
  useEffect(() => {
    if (failureCount > 0) scope.current?.querySelector('button')?.focus()
  }, [failureCount])

  function reset(): void {
    setRequested(false)
    setFailureCount((count) => count + 1)
  }

  if (isRequested) {
    return (
      <LazyBoundary fallback={button} onError={reset}>
        {children}
      </LazyBoundary>
    )
  }
  return (
    // The button handles the click, by mouse or keyboard; this only listens.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div ref={scope} onClick={() => setRequested(true)}>
      {button}
    </div>
  )
}

/** For the dropdown of a LazyDropdown: focuses its button, which is a new element, then opens, so that closing returns the focus to it. */
export function useOpenOnMount() {
  const scope = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    scope.current?.querySelector('button')?.focus()
    setOpen(true)
  }, [])

  return { scope, isOpen, setOpen }
}
