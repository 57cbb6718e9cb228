import { Button, Text } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { toErrorDetails } from '../error-details.ts'
import classes from './load-more.module.css'

/** The properties of an infinite query that LoadMore reads. */
export interface LoadMorePages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: unknown
  fetchNextPage: () => unknown
}

interface LoadMoreProps {
  pages: LoadMorePages
  /** The element whose children are the entries. */
  list: RefObject<HTMLElement | null>
  /** The number of entries shown. */
  shown: number
  /** The total number of entries as text, if it is known. */
  total?: string | undefined
}

/**
 * Loads the next page. While it loads, the button loses the focus. Then the focus moves to the first new entry, or to
 * the link in it. If the page could not be loaded, the focus returns to the button.
 */
export function LoadMore({ pages, list, shown, total }: LoadMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = pages
  const button = useRef<HTMLButtonElement>(null)
  const [shownBefore, setShownBefore] = useState<number>()

  useEffect(() => {
    if (shownBefore === undefined || isFetchingNextPage) return
    if (shown > shownBefore) focusEntry(list.current?.children[shownBefore])
    else if (isFetchNextPageError) button.current?.focus()
    else return
    setShownBefore(undefined)
  }, [list, shownBefore, shown, isFetchingNextPage, isFetchNextPageError])

  function loadMore(): void {
    setShownBefore(shown)
    void fetchNextPage()
  }

  if (!hasNextPage) return null
  return (
    <div className={classes.more}>
      <Button ref={button} variant="default" loading={isFetchingNextPage} onClick={loadMore}>
        Load More
      </Button>
      {isFetchNextPageError && <NextPageError error={error} />}
      <Text size="xs" c="dimmed" role="status">
        {total === undefined ? `${shown} shown` : `${shown} of ${total}`}
      </Text>
    </div>
  )
}

function NextPageError({ error }: { error: unknown }) {
  const { message, correlationId } = toErrorDetails(error)
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {message} Correlation ID <code>{correlationId}</code>
    </Text>
  )
}

function focusEntry(entry: Element | undefined): void {
  const link = entry?.querySelector('a') ?? entry
  if (link instanceof HTMLElement) link.focus()
}
