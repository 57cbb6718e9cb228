import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import classes from './tab-links.module.css'

interface TabLinksProps {
  /** The accessible name. */
  label: string
  tabs: readonly { to: string; label: string }[]
  /** The path of the current tab. */
  shown: string
}

/** Tabs that are links, so that each has a URL. They scroll sideways where they do not fit. */
export function TabLinks({ label, tabs, shown }: TabLinksProps) {
  const bar = useRef<HTMLElement>(null)
  const current = useRef<HTMLAnchorElement>(null)

  // `shown` is the trigger: the current tab is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (bar.current !== null && current.current !== null) moveInto(bar.current, current.current)
  }, [shown])

  return (
    <nav ref={bar} className={classes.bar} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          ref={tab.to === shown ? current : undefined}
          to={tab.to}
          className={classes.tab}
          aria-current={tab.to === shown ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}

/** Scrolls only the bar, never the page. */
function moveInto(bar: HTMLElement, tab: HTMLElement): void {
  const [seen, wanted] = [bar.getBoundingClientRect(), tab.getBoundingClientRect()]
  bar.scrollLeft += Math.max(0, wanted.right - seen.right) + Math.min(0, wanted.left - seen.left)
}
