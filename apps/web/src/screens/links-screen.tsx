import { useInfiniteQuery } from '@tanstack/react-query'
import { useLinkDialogs } from '../features/links/link-dialogs-host.tsx'
import { type LinkFilter, useLinkFilter } from '../features/links/link-filter.ts'
import { focusArchiveSwitch, focusLinkSearch, LinkFilterBar } from '../features/links/link-filter-bar.tsx'
import { linkPages } from '../features/links/link-queries.ts'
import { NoLinks } from '../features/links/no-links.tsx'
import { useCurrent } from '../features/organizations/selection.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { LinkCards } from './link-cards.tsx'
import { Screen } from './screen.tsx'
import { LinkCardSkeletons } from './waiting.tsx'

export function LinksScreen() {
  const { filter, typed, type, showArchived, clear } = useLinkFilter()

  function clearSearch(): void {
    clear()
    focusLinkSearch()
  }

  function switchArchive(isArchived: boolean): void {
    showArchived(isArchived)
    focusArchiveSwitch()
  }

  return (
    <Screen title="Links" subtitle="Every short link of this project">
      <LinkFilterBar typed={typed} isArchived={filter.isArchived} onType={type} onShowArchived={showArchived} onClear={clearSearch} />
      <LinkList filter={filter} onClear={clearSearch} onArchive={switchArchive} />
    </Screen>
  )
}

interface LinkListProps {
  filter: LinkFilter
  onClear: () => void
  onArchive: (isArchived: boolean) => void
}

function LinkList({ filter, onClear, onArchive }: LinkListProps) {
  const { place } = useCurrent()
  const pages = useInfiniteQuery(linkPages(place, filter))
  const { open, dialogs } = useLinkDialogs(place)

  if (pages.isPending) return <LinkCardSkeletons />
  if (pages.isError && pages.data === undefined) {
    return <Trouble title="Error Loading Links" error={pages.error} action="Reload Page" onRetry={() => window.location.reload()} />
  }

  const links = pages.data.pages.flatMap(({ body }) => body)
  if (links.length === 0) {
    return (
      <>
        <NoLinks
          filter={filter}
          place={place}
          waiting={<LinkCardSkeletons />}
          onClear={onClear}
          onLeaveArchive={() => onArchive(false)}
          onShowArchive={() => onArchive(true)}
        />
        {dialogs}
      </>
    )
  }

  return (
    <>
      <LinkCards title={filter.isArchived ? 'Archived links' : 'Links'} place={place} links={links} pages={pages} onDialog={open} />
      {dialogs}
    </>
  )
}
