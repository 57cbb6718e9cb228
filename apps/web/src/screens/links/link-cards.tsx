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

/** A window of 900 px shows this many rows. */
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
  /** How many links there are; undefined while it is unknown. */
  total: string | undefined
  selection: RowSelection<Link>
  fullAnalyticsTo: (link: Link) => string | undefined
  labelTo: (label: string) => string
  onDialog: OpenLinkDialog
}

/** The links as cards, with Load More. */
export function LinkCards({ title, density, scope, links, pages, total, selection, fullAnalyticsTo, labelTo, onDialog }: LinkCardsProps) {
  const list = useRef<HTMLUListElement>(null)
  // The callbacks are stable, so that unchanged cards are not rendered again.
  const select = useCallbackRef(selection.toggle)
  const openDialog = useCallbackRef(onDialog)
  // A browser draws the rows of one commit at once: the rest of them follow the first.
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

/** Memoized: there may be hundreds of cards, and a selection changes one. */
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
 * Takes the place of a card of the next commit, and requests its numbers with those of this one: one call for a page.
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

/** The link of a row that opens its page. */
const title = 'h2 a'

/**
 * Handles the keys of the list: J, K and the arrow keys move between links, X selects the focused link. E archives and
 * L labels the selected links, or else the focused one. Enter is the browser's. Renders nothing.
 */
function RowKeys({ list, links, selection, onDialog }: RowKeysProps) {
  const focus = useRowFocus(list, title)
  const canChange = useCan('links.bulkUpdate')
  const press = useCallbackRef((event: KeyboardEvent) => {
    // This check comes first: a browser that fills in a field sends an event without a key.
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
