import { useLayoutEffect, useRef, useState } from 'react'

/** The width of an element in pixels, and the ref that it needs; 0 before it is mounted. */
export function useWidth() {
  const element = useRef<HTMLDivElement>(null)
  const [widthPx, setWidthPx] = useState(0)

  useLayoutEffect(() => {
    const observed = element.current
    if (observed === null) return
    const measure = () => setWidthPx(observed.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(observed)
    return () => observer.disconnect()
  }, [])

  return [element, widthPx] as const
}
