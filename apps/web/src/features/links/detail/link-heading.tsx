import type { Link } from '@linkshelf/contract'
import { Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link as RouteLink } from 'react-router'
import { Tag } from '../../../ui/tag.tsx'
import { withoutScheme } from '../link-name.ts'
import classes from './link-header.module.css'

interface LinkHeadingProps {
  link: Link
  /** Where the screen was reached from. */
  back: { to: string; label: string }
  /** What can be done with the link here. */
  children: React.ReactNode
}

/** What stands above a screen about one link: the way back, its short URL, where it leads, and its actions. */
export function LinkHeading({ link, back, children }: LinkHeadingProps) {
  return (
    <header className={classes.header}>
      <RouteLink to={back.to} className={classes.back}>
        <IconArrowLeft aria-hidden size={16} />
        {back.label}
      </RouteLink>
      <div className={classes.names}>
        <div className={classes.head}>
          <Title order={1}>{withoutScheme(link.url)}</Title>
          {link.pending && <Tag tone="waiting">Pending</Tag>}
          {link.archived && <Tag>Archived</Tag>}
        </div>
        <p className={classes.target} title={link.target}>
          {withoutScheme(link.target)}
        </p>
      </div>
      <div className={classes.actions}>{children}</div>
    </header>
  )
}
