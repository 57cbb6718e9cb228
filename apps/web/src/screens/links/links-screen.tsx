import { bulkLinksMax, linkCountMax } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense, useDeferredValue } from 'react'
import { useLive } from '../../features/analytics/live/use-live.ts'
import type { OpenLinkDialog } from '../../features/links/dialogs/link-dialogs.tsx'
import { linkHealthListNames } from '../../features/links/health/link-health-tag.tsx'
import { isUnfiltered, type LinkFilter, useLinkFilter } from '../../features/links/link-filter.ts'
import { hasArchivedLinksQuery, linkListQuery } from '../../features/links/link-queries.ts'
import { type Density, DensityToggle, useDensity } from '../../features/links/list/density-toggle.tsx'
import { focusArchiveSwitch, LinkFilterBar } from '../../features/links/list/link-filter-bar.tsx'
import { focusLinkSearch } from '../../features/links/list/link-search-field.ts'
import { LinkSelectionBar } from '../../features/links/list/link-selection-bar.tsx'
import { useProject } from '../../features/organizations/selection.tsx'
import { Can } from '../../session/permissions.tsx'
import { formatNumber } from '../../ui/formats/numbers.ts'
import { createLazyComponent } from '../../ui/lazy-component.tsx'
import { createLazyDialog } from '../../ui/overlays/dialogs.tsx'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { useRowCount } from '../../ui/states/row-count.ts'
import { useRowSelection } from '../../ui/tables/row-selection.ts'
import { toFullAnalyticsPath } from '../full-analytics.ts'
import { LinkLimitNotice } from '../limits/upgrade-notice.tsx'
import { LinkCardSkeletons } from '../loading.tsx'
import classes from '../screen.module.css'
import { Screen } from '../screen.tsx'
import { LinkCards } from './link-cards.tsx'

const openLinkDialog = createLazyDialog(async () => (await import('../../features/links/dialogs/link-dialogs.tsx')).linkDialog)

const openImportDialog = createLazyDialog(async () => (await import('../../features/links/import/link-import-kind.tsx')).linkImportDialog)

// Loaded lazily, because most visits show links.
const EmptyLinks = createLazyComponent(async () => (await import('../../features/links/list/empty-links.tsx')).EmptyLinks)

const DeletedLinks = createLazyComponent(async () => (await import('../../features/links/deleted/deleted-links.tsx')).DeletedLinks)

export function LinksScreen() {
  const { scope, organization } = useProject()
  const { density, toggle } = useDensity()
  const {
    filter,
    typed,
    type,
    showArchived,
    showDeleted,
    showHealth,
    showSort,
    showLabel,
    showDomain,
    toLabel,
    clearSearch,
    clear,
    clearFilters,
  } = useLinkFilter()

  const { data: listed } = useInfiniteQuery(linkListQuery(scope, filter))
  const isEmpty = useHasNoLinks(filter, typed)
  const isOnOwn = listed?.pages.some(({ body }) => body.some(({ domain }) => domain !== null)) ?? false
  // Domains are loaded only if the project uses one, because the call would delay the first visit to a project without
  // domains for no reason.
  const hasDomains = filter.domain !== '' || isOnOwn || organization.projects.some(({ primary_domain_id }) => primary_domain_id !== null)

  /**
   * Moves the focus to the search after a change of the filter, because the change can remove the button that the user
   * clicked.
   */
  function focusSearchAfter(change: () => void): () => void {
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
    <Screen
      title="Links"
      action={
        !isEmpty && (
          <div className={classes.headActions}>
            <DensityToggle density={density} onToggle={toggle} />
            <Can call="linkImports.create">
              <Button
                variant="default"
                leftSection={<IconUpload aria-hidden size={16} stroke={1.6} />}
                onClick={({ currentTarget }) => openImportDialog(currentTarget, scope)}
              >
                Import
              </Button>
            </Can>
          </div>
        )
      }
    >
      <LinkLimitNotice />
      {!isEmpty && (
        <LinkFilterBar
          scope={scope}
          filter={filter}
          hasDomains={hasDomains}
          typed={typed}
          onType={type}
          onLabel={showLabel}
          onDomain={showDomain}
          onShowArchived={showArchived}
          onShowDeleted={showDeleted}
          onShowHealth={showHealth}
          onSort={showSort}
          onClear={focusSearchAfter(clearSearch)}
          onClearFilters={clearFilters}
        />
      )}
      {filter.isDeleted ? (
        <Suspense fallback={<LinkCardSkeletons />}>
          <DeletedLinks scope={scope} search={filter.search} />
        </Suspense>
      ) : (
        <LinkList
          filter={filter}
          density={density}
          toLabel={toLabel}
          onClear={focusSearchAfter(clear)}
          onArchive={switchArchive}
          onShowDeleted={() => showDeleted(true)}
        />
      )}
    </Screen>
  )
}

/**
 * Returns true if the project has neither active nor archived links. The screen then has no tools for a list. While the
 * links load, the project's number of links decides.
 */
function useHasNoLinks(filter: LinkFilter, typed: string): boolean {
  const { scope, project } = useProject()
  const isWhole = isUnfiltered(filter) && typed === ''
  const { data } = useInfiniteQuery(linkListQuery(scope, filter))
  const count = data?.pages[0]?.body.length
  const archived = useQuery({ ...hasArchivedLinksQuery(scope), enabled: isWhole && count === 0 })
  if (!isWhole) return false
  if (count === undefined || (count === 0 && archived.isPending)) return project.link_count === 0
  return count === 0 && archived.data?.body.length === 0
}

interface LinkListProps {
  filter: LinkFilter
  density: Density
  toLabel: (label: string) => string
  onClear: () => void
  onArchive: (isArchived: boolean) => void
  onShowDeleted: () => void
}

function LinkList({ filter, density, toLabel, onClear, onArchive, onShowDeleted }: LinkListProps) {
  const { scope, entitlements } = useProject()
  const pages = useInfiniteQuery(linkListQuery(scope, filter))
  // A phone needs much time to render twenty cards. The data is deferred, so that React renders the cards in short
  // tasks.
  const data = useDeferredValue(pages.data)
  const links = data?.pages.flatMap(({ body }) => body) ?? []
  useLive(scope)
  useRowCount('links', data?.pages[0]?.body.length)
  const selection = useRowSelection({ view: JSON.stringify([scope, filter]), rows: links, idOf: ({ url_id }) => url_id, max: bulkLinksMax })
  const open: OpenLinkDialog = (...opened) => openLinkDialog(opened[2], scope, opened)

  if (data === undefined && !pages.isError) return <LinkCardSkeletons />
  if (data === undefined) {
    return <ErrorPanel title="Error Loading Links" error={pages.error} action="Reload Page" onRetry={() => window.location.reload()} />
  }

  return (
    <>
      {links.length > 0 && (
        <>
          <Can call="links.bulkUpdate">
            <LinkSelectionBar scope={scope} selection={selection} shownCount={links.length} total={formatTotal(data)} onDialog={open} />
          </Can>
          <LinkCards
            title={toTitle(filter)}
            density={density}
            scope={scope}
            links={links}
            pages={pages}
            total={formatTotal(data)}
            selection={selection}
            fullAnalyticsTo={({ url_id }) => toFullAnalyticsPath(entitlements, url_id)}
            labelTo={toLabel}
            onDialog={open}
          />
        </>
      )}
      {/* All links on screen were just archived, and the next page is loading. */}
      {links.length === 0 && pages.hasNextPage && <LinkCardSkeletons />}
      {links.length === 0 && !pages.hasNextPage && (
        <Suspense fallback={<LinkCardSkeletons />}>
          <EmptyLinks
            filter={filter}
            scope={scope}
            loading={<LinkCardSkeletons />}
            onClear={onClear}
            onLeaveArchive={() => onArchive(false)}
            onShowArchive={() => onArchive(true)}
            onShowDeleted={onShowDeleted}
          />
        </Suspense>
      )}
    </>
  )
}

/** Returns the number of links as text. Returns undefined if the server did not count the links. */
function formatTotal(data: { pages: readonly { headers: { 'x-total-count'?: string } }[] } | undefined): string | undefined {
  const total = Number(data?.pages[0]?.headers['x-total-count'] ?? Number.NaN)
  if (Number.isNaN(total)) return undefined
  return total > linkCountMax ? `${formatNumber(linkCountMax)}+` : formatNumber(total)
}

function toTitle({ health, isArchived }: LinkFilter): string {
  if (health !== '') return linkHealthListNames[health]
  return isArchived ? 'Archived links' : 'Links'
}
