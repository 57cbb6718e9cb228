import { Button, Text } from '@mantine/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { errorDetails } from './error-details.ts'
import classes from './load-more.module.css'

interface LoadMoreProps {
  pages: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: unknown
    fetchNextPage: () => unknown
  }
  /** What holds the entries, one child each; an entry without a link in it takes the focus itself. */
  list: RefObject<HTMLElement | null>
  shown: number
}

/** The way to more of a list. A button that works cannot hold the focus: it goes to the first entry that came, or back to the button when none did. */
export function LoadMore({ pages, list, shown }: LoadMoreProps) {
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
      {isFetchNextPageError && <NoMore error={error} />}
      <Text size="xs" c="dimmed" role="status">
        {shown} shown
      </Text>
    </div>
  )
}

function NoMore({ error }: { error: unknown }) {
  const { message, correlationId } = errorDetails(error)
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
