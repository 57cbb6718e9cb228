import type { Link } from '@linkshelf/contract'
import { Button, Text } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { memo, useEffect, useRef, useState } from 'react'
import type { Place } from '../api.ts'
import { LinkClicksMark } from '../features/analytics/link-clicks-mark.tsx'
import { LinkCard, type LinkCardProps } from '../features/links/link-card.tsx'
import type { OpenLinkDialog } from '../features/links/link-dialogs-host.tsx'
import type { LinkSelection } from '../features/links/link-selection.ts'
import classes from './screen.module.css'

interface LinkCardsProps {
  title: string
  place: Place
  links: readonly Link[]
  pages: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'isPlaceholderData' | 'fetchNextPage'>
  selection: LinkSelection
  fullAnalyticsTo: (link: Link) => string | undefined
  labelTo: (label: string) => string
  onDialog: OpenLinkDialog
}

/** The links as cards, and the way to more of them. */
export function LinkCards({ title, place, links, pages, selection, fullAnalyticsTo, labelTo, onDialog }: LinkCardsProps) {
  const { list, button, loadMore } = useLoadMore(pages, links.length)
  // A card that did not change keeps these, and so is not drawn anew.
  const select = useCallbackRef(selection.toggle)
  const openDialog = useCallbackRef(onDialog)

  return (
    <>
      <ul
        ref={list}
        className={classes.cards}
        aria-label={title}
        aria-busy={pages.isPlaceholderData}
        data-selecting={selection.selected.length > 0 || undefined}
      >
        {links.map((link) => (
          <CardWithClicks
            key={link.url_id}
            orgId={place.orgId}
            projectId={place.projectId}
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
      {pages.hasNextPage && (
        <div className={classes.more}>
          <Button ref={button} variant="default" loading={pages.isFetchingNextPage} onClick={loadMore}>
            Load More
          </Button>
          <Text size="xs" c="dimmed" role="status">
            {links.length} shown
          </Text>
        </div>
      )}
    </>
  )
}

/** There may be hundreds of cards, and each selection touches one. */
const CardWithClicks = memo(function CardWithClicks({ orgId, projectId, ...card }: Omit<LinkCardProps, 'clicks'> & Place) {
  return <LinkCard {...card} clicks={<LinkClicksMark place={{ orgId, projectId }} urlId={card.link.url_id} />} />
})

/** A button that works cannot hold the focus: it goes to the first card that came, or back to the button when none did. */
function useLoadMore({ fetchNextPage, isFetchingNextPage, isFetchNextPageError }: LinkCardsProps['pages'], shown: number) {
  const list = useRef<HTMLUListElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [shownBefore, setShownBefore] = useState<number>()

  useEffect(() => {
    if (shownBefore === undefined || isFetchingNextPage) return
    if (shown > shownBefore) list.current?.children[shownBefore]?.querySelector('a')?.focus()
    else if (isFetchNextPageError) button.current?.focus()
    else return
    setShownBefore(undefined)
  }, [shownBefore, shown, isFetchingNextPage, isFetchNextPageError])

  function loadMore(): void {
    setShownBefore(shown)
    void fetchNextPage()
  }

  return { list, button, loadMore }
}
