import { useEffect, useRef } from 'react'
import { Navigate, useLocation } from 'react-router'
import { closeNewLinkPanel, storeSharedPage, useNewLinkPanel, useSharedPage } from '../../features/links/create/new-link-panel-state.ts'
import { waitUntilIdle } from '../../ui/browser/wait-until-idle.ts'
import { LazyBoundary } from '../../ui/lazy-boundary.tsx'
import { createLazyComponent } from '../../ui/lazy-component.tsx'
import classes from './top-bar.module.css'

const NewLinkPanel = createLazyComponent(() =>
  import('../../features/links/create/panel/new-link-panel.tsx').then((module) => module.NewLinkPanel),
)
const SharedLinkPanel = createLazyComponent(() =>
  import('../../features/links/create/panel/shared-link-panel.tsx').then((module) => module.SharedLinkPanel),
)

/** Loads the code of the panel while a URL is typed, after the frame that shows the focus. */
export async function preloadNewLinkPanel(): Promise<void> {
  await waitUntilIdle()
  await NewLinkPanel.preload()
}

/**
 * The panel of a new link opens here. Leaving the screen closes it; a page that another app shared stays until it is a
 * link, or the user closes it.
 */
export function NewLinkOutlet() {
  const content = useNewLinkPanel()
  const shared = useSharedPage()
  const { pathname } = useLocation()
  const shownAt = useRef(pathname)

  useEffect(() => {
    if (shownAt.current === pathname) return
    shownAt.current = pathname
    closeNewLinkPanel()
  }, [pathname])
  useEffect(() => closeNewLinkPanel, [])

  if (content === undefined && shared === null) return null
  return (
    <div className={classes.made}>
      <LazyBoundary onError={closeNewLinkPanel}>
        {content === undefined ? <SharedLinkPanel search={shared ?? ''} /> : <NewLinkPanel content={content} />}
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
