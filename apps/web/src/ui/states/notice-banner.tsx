import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './notice-banner.module.css'

interface NoticeBannerProps {
  /** Its name for assistive technology. */
  label: string
  /** The button. */
  action?: React.ReactNode
  children: React.ReactNode
}

/** A warning across the page, above every screen. */
export function NoticeBanner({ label, action, children }: NoticeBannerProps) {
  return (
    <section className={classes.banner} aria-label={label}>
      <IconAlertTriangle aria-hidden size={20} stroke={1.6} />
      <p>{children}</p>
      {action}
    </section>
  )
}
