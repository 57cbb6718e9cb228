import type { Link } from '@linkshelf/contract'
import { useCallbackRef } from '@mantine/hooks'
import { type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query'
import { memo, type RefObject, useDeferredValue, useEffect, useRef } from 'react'
import type { ProjectScope } from '../../api/api.ts'
import { listedLinkQuery } from '../../features/analytics/analytics-queries.ts'
import { LinkClicksSummary } from '../../features/analytics/link-clicks-summary.tsx'
import { LinkEarned } from '../../features/earnings/link-earned.tsx'
import type { OpenLinkDialog } from '../../features/links/dialogs/link-dialogs.tsx'
import type { Density } from '../../features/links/list/density-toggle.tsx'
import { EmptyLinkCard, LinkCard, type LinkCardProps } from '../../features/links/list/link-card.tsx'
import { useCan } from '../../session/permissions.tsx'
import { LoadMore } from '../../ui/tables/load-more.tsx'
import type { RowSelection } from '../../ui/tables/row-selection.ts'
import { useRowFocus } from '../../ui/tables/use-row-focus.ts'
import classes from '../screen.module.css'
import { isShortcut } from '../shortcuts/shortcuts.ts'

/** The number of rows that are drawn first. A window with a height of 900 px shows this number of rows. */
const firstRows = 10

interface LinkCardsProps {
  title: string
  density: Density
  scope: ProjectScope
  links: readonly Link[]
  pages: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'isPlaceholderData' | 'error' | 'fetchNextPage'
  >
  /** The number of links. Undefined while it is unknown. */
  total: string | undefined
  selection: RowSelection<Link>
  fullAnalyticsTo: (link: Link) => string | undefined
  labelTo: (label: string) => string
  onDialog: OpenLinkDialog
}

/** Shows the links as cards, with a button that loads more links. */
export function LinkCards({ title, density, scope, links, pages, total, selection, fullAnalyticsTo, labelTo, onDialog }: LinkCardsProps) {
  const list = useRef<HTMLUListElement>(null)
  // The callbacks are stable, so that unchanged cards are not rendered again.
  const select = useCallbackRef(selection.toggle)
  const openDialog = useCallbackRef(onDialog)
  // A browser draws all rows of one React commit at once. So the first rows are drawn first, and the other rows follow
  // in a second commit.
  const isWhole = useDeferredValue(true, false)

  return (
    <>
      <ul
        ref={list}
        className={classes.rows}
        aria-label={title}
        data-density={density}
        aria-busy={pages.isPlaceholderData}
        data-selecting={selection.selected.length > 0 || undefined}
      >
        {links.map((link, nth) =>
          isWhole || nth < firstRows ? (
            <CardWithClicks
              key={link.url_id}
              orgId={scope.orgId}
              projectId={scope.projectId}
              link={link}
              isSelected={selection.has(link)}
              canSelect={selection.has(link) || !selection.isFull}
              fullAnalyticsTo={fullAnalyticsTo(link)}
              labelTo={labelTo}
              onSelect={select}
              onDialog={openDialog}
            />
          ) : (
            <DeferredCard key={link.url_id} orgId={scope.orgId} projectId={scope.projectId} urlId={link.url_id} />
          ),
        )}
      </ul>
      <RowKeys list={list} links={links} selection={selection} onDialog={openDialog} />
      <LoadMore pages={pages} list={list} shown={links.length} total={total} />
    </>
  )
}

/** Memoized, because there can be hundreds of cards and a selection changes only one card. */
const CardWithClicks = memo(function CardWithClicks({ orgId, projectId, ...card }: Omit<LinkCardProps, 'clicks'> & ProjectScope) {
  const shown = { scope: { orgId, projectId }, urlId: card.link.url_id }
  return (
    <LinkCard
      {...card}
      clicks={
        <>
          <LinkEarned {...shown} />
          <LinkClicksSummary {...shown} />
        </>
      }
    />
  )
})

/**
 * A placeholder for a card of the second commit. It requests the card's numbers together with the numbers of the first
 * cards, so that a page of links needs one call.
 */
function DeferredCard({ urlId, ...scope }: ProjectScope & { urlId: string }) {
  useQuery(listedLinkQuery(scope, urlId))
  return <EmptyLinkCard />
}

interface RowKeysProps {
  list: RefObject<HTMLUListElement | null>
  links: readonly Link[]
  selection: RowSelection<Link>
  onDialog: OpenLinkDialog
}

/** The selector of a row's title, which links to the link's page. */
const title = 'h2 a'

/**
 * Handles the keys of the list. J, K and the arrow keys move between links, and X selects the focused link. E archives
 * and L labels the selected links, or the focused link if no link is selected. The browser handles Enter. Renders
 * nothing.
 */
function RowKeys({ list, links, selection, onDialog }: RowKeysProps) {
  const focus = useRowFocus(list, title)
  const canChange = useCan('links.bulkUpdate')
  const press = useCallbackRef((event: KeyboardEvent) => {
    // When a browser autofills a field, it sends a keydown event without a key. `isShortcut` rejects it, because its
    // target is a field, so the code below can read `event.key`.
    if (!isShortcut(event)) return
    const at = focus.at()
    const link = links[at]
    const chosen = selection.selected.length > 0 || link === undefined ? selection.selected : [link]
    const key = event.key.toLowerCase()
    const findOpener = () => list.current?.children[at]?.querySelector<HTMLElement>(title) ?? null
    if (key === 'j') focus.move(1)
    else if (key === 'k') focus.move(-1)
    else if (!canChange) return
    else if (link !== undefined && key === 'x' && (selection.has(link) || !selection.isFull)) selection.toggle(link, event.shiftKey)
    else if (chosen.length > 0 && key === 'e') onDialog('archive', chosen, findOpener())
    else if (chosen.length > 0 && key === 'l') onDialog('labels', chosen, findOpener())
    else return
    event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [press])
  return null
}
