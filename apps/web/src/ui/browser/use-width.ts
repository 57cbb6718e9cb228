import { useEffect, useRef, useState } from 'react'

/** Returns a ref for an element, and the width of that element in pixels. The width is 0 until the first layout. */
export function useWidth() {
  const element = useRef<HTMLDivElement>(null)
  const [widthPx, setWidthPx] = useState(0)

  useEffect(() => {
    const observed = element.current
    if (observed === null) return
    // The observer reports the first layout too. Reading the width here would force a layout during the task that
    // renders the element.
    const observer = new ResizeObserver(() => setWidthPx(observed.clientWidth))
    observer.observe(observed)
    return () => observer.disconnect()
  }, [])

  return [element, widthPx] as const
}
