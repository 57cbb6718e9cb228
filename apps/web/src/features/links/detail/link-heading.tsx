import type { Link } from '@linkshelf/contract'
import { Title } from '@mantine/core'
import { BackLink } from '../../../ui/back-link.tsx'
import { Address, withoutScheme } from '../../../ui/formats/address.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { LinkHealthTag } from '../health/link-health-tag.tsx'
import classes from './link-header.module.css'

interface LinkHeadingProps {
  link: Link
  /** The list that the back link leads to. */
  back: { to: string; label: string }
  /** The actions. */
  children: React.ReactNode
}

/** The header of a screen about one link: a back link, its short URL, its target and its actions. */
export function LinkHeading({ link, back, children }: LinkHeadingProps) {
  return (
    <header className={classes.header}>
      <div className={classes.back}>
        <BackLink to={back.to}>{back.label}</BackLink>
      </div>
      <div className={classes.names}>
        <div className={classes.head}>
          <Title order={1}>{withoutScheme(link.url)}</Title>
          {link.pending && <Tag tone="pending">Pending</Tag>}
          <LinkHealthTag health={link.health} />
          {link.archived && <Tag>Archived</Tag>}
        </div>
        <p className={classes.target} title={link.target}>
          <Address href={link.target} />
        </p>
      </div>
      <div className={classes.actions}>{children}</div>
    </header>
  )
}
