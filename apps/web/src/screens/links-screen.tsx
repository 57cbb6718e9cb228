import { Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { LinkClicksMark } from '../features/analytics/link-clicks-mark.tsx'
import { LinkCard } from '../features/links/link-card.tsx'
import { useLinkDialogs } from '../features/links/link-dialogs-host.tsx'
import { type LinkFilter, useLinkFilter } from '../features/links/link-filter.ts'
import { LinkFilterBar } from '../features/links/link-filter-bar.tsx'
import { linkPages } from '../features/links/link-queries.ts'
import { NoLinks } from '../features/links/no-links.tsx'
import { useCurrent } from '../features/organizations/selection.tsx'
import { Trouble } from '../ui/trouble.tsx'
import classes from './screen.module.css'
import { Screen } from './screen.tsx'
import { LinkCardSkeletons } from './waiting.tsx'

export function LinksScreen() {
  const { filter, typed, type, showArchived, clear } = useLinkFilter()

  return (
    <Screen title="Links" subtitle="Every short link of this project">
      <LinkFilterBar typed={typed} isArchived={filter.isArchived} onType={type} onShowArchived={showArchived} onClear={clear} />
      <LinkList filter={filter} onClear={clear} onLeaveArchive={() => showArchived(false)} />
    </Screen>
  )
}

function LinkList({ filter, onClear, onLeaveArchive }: { filter: LinkFilter; onClear: () => void; onLeaveArchive: () => void }) {
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
        <NoLinks filter={filter} onClear={onClear} onLeaveArchive={onLeaveArchive} />
        {dialogs}
      </>
    )
  }

  return (
    <>
      <ul className={classes.cards} aria-label={filter.isArchived ? 'Archived links' : 'Links'} aria-busy={pages.isPlaceholderData}>
        {links.map((link) => (
          <LinkCard key={link.url_id} link={link} clicks={<LinkClicksMark place={place} urlId={link.url_id} />} onDialog={open} />
        ))}
      </ul>
      {pages.hasNextPage && (
        <div className={classes.more}>
          <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Load More
          </Button>
          <Text size="xs" c="dimmed" role="status">
            {links.length} shown
          </Text>
        </div>
      )}
      {dialogs}
    </>
  )
}
