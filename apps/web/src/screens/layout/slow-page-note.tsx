import { Button } from '@mantine/core'
import { type RefObject, useEffect, useState } from 'react'
import classes from './app-layout.module.css'

const slowAfterMs = 5_000

/** The selector of a loading screen. Every screen has this element while it loads. */
const placeholder = '[role="status"][aria-label="Loading"]'

interface SlowPageNoteProps {
  /** The element that contains the screen. */
  page: RefObject<HTMLElement | null>
  pathname: string
}

/**
 * Shows a warning if a screen is still loading five seconds after navigation. The warning disappears when the screen is
 * ready.
 */
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
    const startedAtMs = performance.now()
    const observer = new MutationObserver(() => {
      if (!isLoading(page.current)) end()
    })

    function warn(): void {
      if (page.current === null || !isLoading(page.current)) return
      console.warn(`${pathname} is not rendered after ${Math.round(performance.now() - startedAtMs)} ms`)
      setSlowPath(pathname)
      observer.observe(page.current, { childList: true, subtree: true })
    }

    function end(): void {
      observer.disconnect()
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

function isLoading(page: HTMLElement | null): boolean {
  return page !== null && page.querySelector(placeholder) !== null
}
