import { type FeaturedLink, formatReadableShortUrl, type Link } from '@linkshelf/contract'
import { Skeleton } from '@mantine/core'
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { Link as RouteLink } from 'react-router'
import type { ProjectScope } from '../../../api/api.ts'
import { LinkHealthTag } from '../../../features/links/health/link-health-tag.tsx'
import { formatLinkName } from '../../../features/links/link-name.ts'
import { linkQuery } from '../../../features/links/link-queries.ts'
import { useProject } from '../../../features/organizations/selection.tsx'
import { Address } from '../../../ui/formats/address.tsx'
import classes from './links.module.css'

interface ChosenLinkProps {
  urlId: string
  /** Renders the actions on the link. `name` is the name of the link. */
  children: (name: string) => React.ReactNode
}

/** Shows a link of the project and its destination. */
export function ChosenLink({ urlId, children }: ChosenLinkProps) {
  const { scope } = useProject()
  const { data: link, isError } = useQuery(linkQuery(scope, urlId))
  const name = link === undefined ? 'this URL' : formatLinkName(link)
  return (
    <div className={classes.chosen}>
      {link === undefined && !isError && <Skeleton height={16} width="50%" className={classes.grow} />}
      {link === undefined && isError && <span className={classes.grow}>This URL could not be loaded</span>}
      {link !== undefined && (
        <div className={classes.link}>
          <RouteLink to={`/links/${urlId}`}>{name}</RouteLink>
          <small>
            {formatReadableShortUrl(link.url)} → <Address href={link.target} />
          </small>
          <LinkHealthTag health={link.health} />
        </div>
      )}
      {children(name)}
    </div>
  )
}

/** Returns the chosen links that are already loaded. */
export function useChosenLinks(scope: ProjectScope, chosen: readonly Pick<Link, 'url_id'>[]): Link[] {
  return useQueries({ queries: chosen.map(({ url_id }) => linkQuery(scope, url_id)), combine: listLoaded })
}

/**
 * Returns the links that are loaded. Defined outside of the hook, so that the query library returns the same array
 * while no link changes.
 */
function listLoaded(queries: UseQueryResult<Link>[]): Link[] {
  return queries.flatMap(({ data }) => data ?? [])
}

/** Returns the hosts of the featured links that are ads, including changes that are not yet saved. */
export function listAdHosts(featured: readonly FeaturedLink[], links: readonly Link[]): string[] {
  const marked = new Set(featured.filter(({ ad }) => ad).map(({ url_id }) => url_id))
  return links.filter(({ url_id, ad }) => ad || marked.has(url_id)).map(({ target }) => new URL(target).hostname)
}
