import { useInfiniteQuery } from '@tanstack/react-query'
import { useLinkDialogs } from '../features/links/dialogs/link-dialogs-host.tsx'
import type { LabelOptions } from '../features/links/label-options.ts'
import { linkListQuery } from '../features/links/link-queries.ts'
import { EmptyLinks } from '../features/links/list/empty-links.tsx'
import { type LinkFilter, useLinkFilter } from '../features/links/list/link-filter.ts'
import { focusArchiveSwitch, focusLinkSearch, LinkFilterBar } from '../features/links/list/link-filter-bar.tsx'
import { useLinkSelection } from '../features/links/list/link-selection.ts'
import { LinkSelectionBar } from '../features/links/list/link-selection-bar.tsx'
import { useProject } from '../features/organizations/selection.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { fullAnalyticsTo } from './full-analytics.ts'
import { LinkCards } from './link-cards.tsx'
import { LinkCardSkeletons } from './loading.tsx'
import { Screen } from './screen.tsx'
import { useLabelOptions } from './use-label-options.ts'

export function LinksScreen() {
  const { scope } = useProject()
  const known = useLabelOptions(scope)
  const { filter, typed, type, showArchived, showLabel, toLabel, clearSearch, clear } = useLinkFilter()

  /** Whatever was pressed to change the filter may be gone then; the keyboard goes on in the bar. */
  function thenSearch(change: () => void): () => void {
    return () => {
      change()
      focusLinkSearch()
    }
  }

  function switchArchive(isArchived: boolean): void {
    showArchived(isArchived)
    focusArchiveSwitch()
  }

  return (
    <Screen title="Links" subtitle="Every short link of this project">
      <LinkFilterBar
        filter={filter}
        typed={typed}
        known={known}
        onType={type}
        onLabel={showLabel}
        onShowArchived={showArchived}
        onClear={thenSearch(clearSearch)}
      />
      <LinkList filter={filter} known={known} toLabel={toLabel} onClear={thenSearch(clear)} onArchive={switchArchive} />
    </Screen>
  )
}

interface LinkListProps {
  filter: LinkFilter
  known: LabelOptions
  toLabel: (label: string) => string
  onClear: () => void
  onArchive: (isArchived: boolean) => void
}

function LinkList({ filter, known, toLabel, onClear, onArchive }: LinkListProps) {
  const { scope, organization } = useProject()
  const pages = useInfiniteQuery(linkListQuery(scope, filter))
  const links = pages.data?.pages.flatMap(({ body }) => body) ?? []
  const selection = useLinkSelection(JSON.stringify([scope, filter]), links)
  const { open, dialogs } = useLinkDialogs(scope, known)

  if (pages.isPending) return <LinkCardSkeletons />
  if (pages.isError && pages.data === undefined) {
    return <ErrorPanel title="Error Loading Links" error={pages.error} action="Reload Page" onRetry={() => window.location.reload()} />
  }

  return (
    <>
      {links.length > 0 && (
        <>
          <LinkSelectionBar selection={selection} shownCount={links.length} onDialog={open} />
          <LinkCards
            title={filter.isArchived ? 'Archived links' : 'Links'}
            scope={scope}
            links={links}
            pages={pages}
            selection={selection}
            fullAnalyticsTo={({ url_id }) => fullAnalyticsTo(organization, url_id)}
            labelTo={toLabel}
            onDialog={open}
          />
        </>
      )}
      {/* All that were shown have just been archived, and more are on their way. */}
      {links.length === 0 && pages.hasNextPage && <LinkCardSkeletons />}
      {links.length === 0 && !pages.hasNextPage && (
        <EmptyLinks
          filter={filter}
          scope={scope}
          waiting={<LinkCardSkeletons />}
          onClear={onClear}
          onLeaveArchive={() => onArchive(false)}
          onShowArchive={() => onArchive(true)}
        />
      )}
      {dialogs}
    </>
  )
}
