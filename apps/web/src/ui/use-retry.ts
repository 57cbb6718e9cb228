import { useEffect, useRef, useState } from 'react'
import { focusHeading, isFocusLost } from './focus.ts'

/**
 * For the button of something that failed. A button that works cannot hold the focus: it has it again when the failure stays, and
 * when it goes with everything around it, the heading above has it.
 */
export function useRetry(onRetry: () => unknown) {
  const button = useRef<HTMLButtonElement>(null)
  const wasPressed = useRef(false)
  const [isRetrying, setRetrying] = useState(false)

  useEffect(() => {
    const heading = headingAbove(button.current)
    return () => {
      if (wasPressed.current && isFocusLost()) focusHeading(heading)
    }
  }, [])

  useEffect(() => {
    if (!isRetrying && wasPressed.current && isFocusLost()) button.current?.focus()
  }, [isRetrying])

  async function retry(): Promise<void> {
    wasPressed.current = true
    setRetrying(true)
    try {
      await onRetry()
    } finally {
      setRetrying(false)
    }
  }

  return { button, isRetrying, retry }
}

/** The first heading of the smallest part of the page that holds the failure and has one of its own. */
function headingAbove(button: HTMLElement | null): HTMLElement | undefined {
  const failure = button?.closest('[role=alert]')
  for (let part = failure?.parentElement; part; part = part.parentElement) {
    const heading = [...part.querySelectorAll<HTMLElement>('h1, h2')].find((one) => !failure?.contains(one))
    if (heading !== undefined) return heading
  }
  return undefined
}
