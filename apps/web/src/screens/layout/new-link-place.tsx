import { useEffect, useRef } from 'react'
import { Navigate, useLocation } from 'react-router'
import { closeLinkMaking, storeSharedPage, useLinkMaking, useSharedPage } from '../../features/links/create/link-making.ts'
import { whenIdle } from '../../ui/browser/when-idle.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { LazyBoundary } from '../../ui/states/lazy-boundary.tsx'
import classes from './top-bar.module.css'

const NewLink = lazyComponent(() => import('./new-link.tsx').then((module) => module.NewLink))

/** Loads the code of the panel while a URL is typed, after the frame that shows the focus. */
export async function preloadNewLink(): Promise<void> {
  await whenIdle()
  await NewLink.preload()
}

/**
 * The panel of a new link opens here. Leaving the screen closes it; a page that another app shared stays until it is a
 * link, or the user closes it.
 */
export function NewLinkPlace() {
  const making = useLinkMaking()
  const shared = useSharedPage()
  const { pathname } = useLocation()
  const shownAt = useRef(pathname)

  useEffect(() => {
    if (shownAt.current === pathname) return
    shownAt.current = pathname
    closeLinkMaking()
  }, [pathname])
  useEffect(() => closeLinkMaking, [])

  if (making === undefined && shared === null) return null
  return (
    <div className={classes.made}>
      <LazyBoundary onError={closeLinkMaking}>
        <NewLink making={making} shared={shared ?? ''} />
      </LazyBoundary>
    </div>
  )
}

/** The address to which other apps share a page: continues to the dashboard, where the panel has what was shared. */
export function NewLinkRedirect() {
  const { search } = useLocation()
  useEffect(() => storeSharedPage(search), [search])
  return <Navigate to="/" replace />
}
