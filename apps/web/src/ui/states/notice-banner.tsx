import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './notice-banner.module.css'

interface NoticeBannerProps {
  /** The accessible name. */
  label: string
  /** The button of the notice. */
  action?: React.ReactNode
  /** The icon of the notice. A warning sign by default. */
  icon?: React.ReactNode
  children: React.ReactNode
}

/** A notice across the page, above every screen. */
export function NoticeBanner({
  label,
  action,
  icon = <IconAlertTriangle aria-hidden size={20} stroke={1.6} />,
  children,
}: NoticeBannerProps) {
  return (
    <section className={classes.banner} aria-label={label}>
      {icon}
      <p>{children}</p>
      {action}
    </section>
  )
}
