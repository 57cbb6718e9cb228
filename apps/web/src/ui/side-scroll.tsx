import { type RefObject, useEffect, useRef } from 'react'
import classes from './side-scroll.module.css'

/** The class of a bar that scrolls sideways if its content does not fit. The content fades at the edges. */
export const sideScrollClass = classes.bar

interface SideScrollProps {
  /** The selected choice. When it changes, it is scrolled into view. */
  shown: string
  children: React.ReactNode
}

/** A row of choices that scrolls sideways if it does not fit. */
export function SideScroll({ shown, children }: SideScrollProps) {
  return (
    <div ref={useCurrentInView<HTMLDivElement>(shown)} className={sideScrollClass}>
      {children}
    </div>
  )
}

/** Scrolls a bar so that its current tab or its checked choice is visible. Returns the ref for the bar. */
export function useCurrentInView<Bar extends HTMLElement>(shown: string): RefObject<Bar | null> {
  const bar = useRef<Bar>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `shown` is the trigger
  useEffect(() => {
    const current = bar.current?.querySelector('[aria-current], label:has(:checked)')
    if (bar.current !== null && current) scrollIntoBar(bar.current, current)
  }, [shown])

  return bar
}

/** Scrolls only the bar, never the page. */
function scrollIntoBar(bar: Element, current: Element): void {
  const [seen, wanted] = [bar.getBoundingClientRect(), current.getBoundingClientRect()]
  bar.scrollLeft += Math.max(0, wanted.right - seen.right) + Math.min(0, wanted.left - seen.left)
}
