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

/** Loads the code of the panel while the user types a URL. It waits until the browser has drawn the focus. */
export async function preloadNewLinkPanel(): Promise<void> {
  await waitUntilIdle()
  await NewLinkPanel.preload()
}

/**
 * Renders the panel of a new link. The panel closes when the user leaves the screen. If another app shared a page, the
 * panel shows the page until a link to it is created, or until the user closes the panel.
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

/**
 * The screen at the URL that other apps open to share a page. Stores the shared page and redirects to the dashboard,
 * where the panel shows the page.
 */
export function NewLinkRedirect() {
  const { search } = useLocation()
  useEffect(() => storeSharedPage(search), [search])
  return <Navigate to="/" replace />
}
