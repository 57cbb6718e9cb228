import { type Link, type LinkAffiliation, listPlacementRules } from '@linkshelf/contract'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { canHaveTag } from '../../../features/links/affiliation/use-link-affiliation.ts'
import { linkAffiliationQuery } from '../../../features/links/link-queries.ts'
import { useProject } from '../../../features/organizations/selection.tsx'
import { SourcedNote } from '../../../ui/sourced-note.tsx'
import { ErrorBoundary } from '../../../ui/states/error-boundary.tsx'
import { useChosenLinks } from './chosen-link.tsx'

/** Shows the programs' rules for links in a store. If the notice fails, the form still works. */
export function StoreNotice({ links }: { links: readonly Pick<Link, 'url_id'>[] }) {
  return (
    <ErrorBoundary fallback={() => null}>
      <PlacementRules links={links} />
    </ErrorBoundary>
  )
}

function PlacementRules({ links: chosen }: { links: readonly Pick<Link, 'url_id'>[] }) {
  const { scope } = useProject()
  const links = useChosenLinks(scope, chosen).filter(canHaveTag)
  const programs = useQueries({ queries: links.map(({ url_id }) => linkAffiliationQuery(scope, url_id)), combine: listPrograms })
  return listPlacementRules('store', programs).map((rule) => <SourcedNote key={rule.text} statement={rule} />)
}

/**
 * Returns the programs of the links that are loaded. Defined outside of the component, so that the query library
 * returns the same array while no link changes.
 */
function listPrograms(queries: UseQueryResult<LinkAffiliation>[]): LinkAffiliation['programs'] {
  return [...new Set(queries.flatMap(({ data }) => data?.programs ?? []))]
}
