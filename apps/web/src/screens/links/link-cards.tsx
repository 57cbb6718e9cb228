import type { Link } from '@linkshelf/contract'
import { useCallbackRef } from '@mantine/hooks'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { memo, type RefObject, useEffect, useRef } from 'react'
import type { ProjectScope } from '../../api.ts'
import { LinkClicksSummary } from '../../features/analytics/link-clicks-summary.tsx'
import type { OpenLinkDialog } from '../../features/links/dialogs/open-link-dialog.ts'
import { LinkCard, type LinkCardProps } from '../../features/links/list/link-card.tsx'
import { LoadMore } from '../../ui/tables/load-more.tsx'
import type { RowSelection } from '../../ui/tables/row-selection.ts'
import { isShortcut } from '../layout/shortcuts.ts'
import classes from '../screen.module.css'

interface LinkCardsProps {
  title: string
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
export function LinkCards({ title, scope, links, pages, total, selection, fullAnalyticsTo, labelTo, onDialog }: LinkCardsProps) {
  const list = useRef<HTMLUListElement>(null)
  // Stable callbacks, so that unchanged cards are not rendered again.
  const select = useCallbackRef(selection.toggle)
  const openDialog = useCallbackRef(onDialog)

  useRowKeys(list, links, openDialog)

  return (
    <>
      <ul
        ref={list}
        className={classes.rows}
        aria-label={title}
        aria-busy={pages.isPlaceholderData}
        data-selecting={selection.selected.length > 0 || undefined}
      >
        {links.map((link) => (
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
        ))}
      </ul>
      <LoadMore pages={pages} list={list} shown={links.length} total={total} />
    </>
  )
}

/** J and K move between the links of the list, E archives and L labels the one that has the focus. Enter is the browser's. */
function useRowKeys(list: RefObject<HTMLUListElement | null>, links: readonly Link[], onDialog: OpenLinkDialog): void {
  const press = useCallbackRef((event: KeyboardEvent) => {
    // First: a browser that fills in a field sends an event without a key.
    if (!isShortcut(event)) return
    const rows = [...(list.current?.children ?? [])]
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    const link = links[at]
    const key = event.key.toLowerCase()
    const titles = rows.map((row) => row.querySelector<HTMLElement>('h2 a'))
    if (key === 'j') titles[Math.min(at + 1, titles.length - 1)]?.focus()
    else if (key === 'k') titles[Math.max(at - 1, 0)]?.focus()
    else if (link !== undefined && key === 'e') onDialog('archive', [link], titles[at] ?? null)
    else if (link !== undefined && key === 'l') onDialog('labels', [link], titles[at] ?? null)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [press])
}

/** Memoized: there may be hundreds of cards, and a selection changes one. */
const CardWithClicks = memo(function CardWithClicks({ orgId, projectId, ...card }: Omit<LinkCardProps, 'clicks'> & ProjectScope) {
  return <LinkCard {...card} clicks={<LinkClicksSummary scope={{ orgId, projectId }} urlId={card.link.url_id} />} />
})
