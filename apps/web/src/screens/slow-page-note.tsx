import { Button } from '@mantine/core'
import { type RefObject, useEffect, useState } from 'react'
import classes from './app-layout.module.css'

const slowAfterMs = 5_000

/** What every screen shows in its own place until it is there. */
const placeholder = '[role="status"][aria-label="Loading"]'

interface SlowPageNoteProps {
  /** Where screens stand. */
  page: RefObject<HTMLElement | null>
  pathname: string
}

/** Warns once when a page is still not there five seconds after it was asked for; goes away when it is. */
export function SlowPageNote({ page, pathname }: SlowPageNoteProps) {
  if (!useIsSlow(page, pathname)) return null
  return (
    <div className={classes.slow} role="status">
      This page is taking longer than usual.
      <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </div>
  )
}

function useIsSlow(page: RefObject<HTMLElement | null>, pathname: string): boolean {
  const [slowPath, setSlowPath] = useState<string>()

  useEffect(() => {
    const askedAtMs = performance.now()
    const arrival = new MutationObserver(() => {
      if (!isWaiting(page.current)) end()
    })

    function warn(): void {
      if (page.current === null || !isWaiting(page.current)) return
      console.warn(`${pathname} is not rendered after ${Math.round(performance.now() - askedAtMs)} ms`)
      setSlowPath(pathname)
      arrival.observe(page.current, { childList: true, subtree: true })
    }

    function end(): void {
      arrival.disconnect()
      setSlowPath(undefined)
    }

    const timer = setTimeout(warn, slowAfterMs)
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [page, pathname])

  return slowPath === pathname
}

function isWaiting(page: HTMLElement | null): boolean {
  return page !== null && page.querySelector(placeholder) !== null
}
