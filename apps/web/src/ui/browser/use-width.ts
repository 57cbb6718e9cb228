import { useEffect, useRef, useState } from 'react'

/** Returns the width of an element in pixels, and the ref that it needs; 0 until it is laid out. */
export function useWidth() {
  const element = useRef<HTMLDivElement>(null)
  const [widthPx, setWidthPx] = useState(0)

  useEffect(() => {
    const observed = element.current
    if (observed === null) return
    // The observer calls this with the first layout too: reading the width here would lay out the page within the task
    // that renders it.
    const observer = new ResizeObserver(() => setWidthPx(observed.clientWidth))
    observer.observe(observed)
    return () => observer.disconnect()
  }, [])

  return [element, widthPx] as const
}
