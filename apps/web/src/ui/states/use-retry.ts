import { useEffect, useRef, useState } from 'react'
import { focusHeading, isFocusLost } from '../browser/focus.ts'

/**
 * Returns the state of a retry button. The button is disabled while it works, so it loses the focus. If the error
 * stays, the button is focused again. If the error is removed, the heading above it is focused.
 */
export function useRetry(onRetry: () => unknown) {
  const button = useRef<HTMLButtonElement>(null)
  const wasClicked = useRef(false)
  const [isRetrying, setRetrying] = useState(false)

  useEffect(() => {
    const heading = findHeadingAbove(button.current)
    return () => {
      if (wasClicked.current && isFocusLost()) focusHeading(heading)
    }
  }, [])

  useEffect(() => {
    if (!isRetrying && wasClicked.current && isFocusLost()) button.current?.focus()
  }, [isRetrying])

  async function retry(): Promise<void> {
    wasClicked.current = true
    setRetrying(true)
    try {
      await onRetry()
    } finally {
      setRetrying(false)
    }
  }

  return { button, isRetrying, retry }
}

/** Returns the first heading outside the error, in the nearest ancestor that has a heading. */
function findHeadingAbove(button: HTMLElement | null): HTMLElement | undefined {
  const failure = button?.closest('[role=alert]')
  for (let part = failure?.parentElement; part; part = part.parentElement) {
    const heading = [...part.querySelectorAll<HTMLElement>('h1, h2')].find((one) => !failure?.contains(one))
    if (heading !== undefined) return heading
  }
  return undefined
}
