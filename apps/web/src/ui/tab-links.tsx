import { Link } from 'react-router'
import { sideScrollClass, useCurrentInView } from './side-scroll.tsx'
import classes from './tab-links.module.css'

interface TabLinksProps {
  /** The accessible name. */
  label: string
  tabs: readonly { to: string; label: string }[]
  /** The path of the current tab. */
  shown: string
}

/** Tabs that are links, so that each tab has a URL. They scroll sideways if they do not fit. */
export function TabLinks({ label, tabs, shown }: TabLinksProps) {
  return (
    <nav ref={useCurrentInView(shown)} className={`${sideScrollClass} ${classes.bar}`} aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} className={classes.tab} aria-current={tab.to === shown ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
