import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './back-link.module.css'

/** A link to the parent screen. */
export function BackLink({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <Link to={to} className={classes.back}>
      <IconArrowLeft aria-hidden size={16} stroke={1.8} />
      {children}
    </Link>
  )
}
