import type { Link } from '@linkshelf/contract'
import { Button, Text } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Place } from '../api.ts'
import { LinkClicksMark } from '../features/analytics/link-clicks-mark.tsx'
import { LinkCard } from '../features/links/link-card.tsx'
import type { OpenLinkDialog } from '../features/links/link-dialogs-host.tsx'
import classes from './screen.module.css'

interface LinkCardsProps {
  title: string
  place: Place
  links: readonly Link[]
  pages: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'isPlaceholderData' | 'fetchNextPage'>
  onDialog: OpenLinkDialog
}

/** The links as cards, and the way to more of them. */
export function LinkCards({ title, place, links, pages, onDialog }: LinkCardsProps) {
  const { list, button, loadMore } = useLoadMore(pages, links.length)

  return (
    <>
      <ul ref={list} className={classes.cards} aria-label={title} aria-busy={pages.isPlaceholderData}>
        {links.map((link) => (
          <LinkCard key={link.url_id} link={link} clicks={<LinkClicksMark place={place} urlId={link.url_id} />} onDialog={onDialog} />
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
