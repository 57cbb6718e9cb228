import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import classes from './tab-links.module.css'

interface TabLinksProps {
  /** What the tabs are of, for those who listen. */
  label: string
  tabs: readonly { to: string; label: string }[]
  /** Where the tab leads that is shown. */
  shown: string
}

/** Tabs that are addresses: each can be opened, shared and gone back to. Where they do not fit they are moved along sideways. */
export function TabLinks({ label, tabs, shown }: TabLinksProps) {
  const bar = useRef<HTMLElement>(null)
  const current = useRef<HTMLAnchorElement>(null)

  // `shown` is what is waited for: the tab that is shown is never out of sight.
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

/** Only the bar moves: the page stays where it is read, however far below the tabs are. */
function moveInto(bar: HTMLElement, tab: HTMLElement): void {
  const [seen, wanted] = [bar.getBoundingClientRect(), tab.getBoundingClientRect()]
  bar.scrollLeft += Math.max(0, wanted.right - seen.right) + Math.min(0, wanted.left - seen.left)
}
