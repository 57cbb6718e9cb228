import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link as RouteLink } from 'react-router'
import { linkName } from '../../../features/links/link-name.ts'
import { linkQuery } from '../../../features/links/link-queries.ts'
import { useProject } from '../../../features/organizations/selection.tsx'
import { Address, withoutScheme } from '../../../ui/formats/address.tsx'
import classes from './links.module.css'

interface ChosenLinkProps {
  urlId: string
  /** Renders the actions on the link; `name` is that of the link. */
  children: (name: string) => React.ReactNode
}

/** A link of the project, with where it leads. */
export function ChosenLink({ urlId, children }: ChosenLinkProps) {
  const { scope } = useProject()
  const { data: link, isError } = useQuery(linkQuery(scope, urlId))
  const name = link === undefined ? 'this URL' : linkName(link)
  return (
    <div className={classes.chosen}>
      {link === undefined && !isError && <Skeleton height={16} width="50%" className={classes.grow} />}
      {link === undefined && isError && <span className={classes.grow}>This URL could not be loaded</span>}
      {link !== undefined && (
        <div className={classes.link}>
          <RouteLink to={`/links/${urlId}`}>{name}</RouteLink>
          <small>
            {withoutScheme(link.url)} → <Address href={link.target} />
          </small>
        </div>
      )}
      {children(name)}
    </div>
  )
}
