import type { FeedbackDraft } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { ConfirmationBanner } from '../../features/identity/confirmation/confirmation-banner.tsx'
import { AccountDeletionBanner } from '../../features/identity/deletion/account-deletion-banner.tsx'
import { profileQuery } from '../../features/identity/save-profile.ts'
import { DeletionBanner, ViewerBanner } from '../../features/organizations/organization-banners.tsx'
import { useSelection } from '../../features/organizations/selection.tsx'
import { RoleProvider } from '../../session/permissions.tsx'
import { smallScreenQuery } from '../../ui/browser/use-small-screen.ts'
import { ErrorBoundary, ScreenErrorBoundary } from '../../ui/errors/error-boundary.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { DialogRoot } from '../../ui/overlays/dialogs.tsx'
import { LazyBoundary } from '../../ui/states/lazy-boundary.tsx'
import { useShortcuts } from '../shortcuts/use-shortcuts.ts'
import classes from './app-layout.module.css'
import { Footer } from './footer.tsx'
import { PaletteOutlet } from './palette-outlet.tsx'
import { Sidebar } from './sidebar.tsx'
import { useSidebar } from './sidebar-state.ts'
import { SlowPageNote } from './slow-page-note.tsx'
import { TopBar } from './top-bar.tsx'

/** Only phones have drawers. */
const SidebarDrawer = lazyComponent(() => import('./sidebar-drawer.tsx').then((module) => module.SidebarDrawer))

/** The layout of every screen of a signed-in user. */
export function AppLayout() {
  const { isCollapsed, toggle } = useSidebar()
  const { current } = useSelection()
  const { data: account } = useQuery({
    ...profileQuery,
    select: ({ email, email_confirmed: isConfirmed, deletes_at: deletesAt }) => ({ email, isConfirmed, deletesAt }),
  })
  const [drawer, setDrawer] = useState<'unused' | 'open' | 'closed'>('unused')
  const palette = useRef<() => void>(null)
  const feedbackDraft = useRef<FeedbackDraft>({ subject: '', idea: '' })
  const { pathname, hash } = useLocation()
  const main = useFocusOnNavigation(pathname, hash)

  function toggleSidebar(): void {
    if (window.matchMedia(smallScreenQuery).matches) setDrawer(drawer === 'open' ? 'closed' : 'open')
    else toggle()
  }

  function togglePalette(): void {
    palette.current?.()
  }

  useShortcuts({ onFind: togglePalette, onToggleSidebar: toggleSidebar })

  return (
    <RoleProvider role={current?.organization.role}>
      <div className={classes.layout} data-collapsed={isCollapsed || undefined}>
        <a className={classes.skip} href="#main">
          Skip to content
        </a>
        <aside className={classes.aside}>
          <Sidebar isCollapsed={isCollapsed} onToggle={toggle} />
        </aside>
        <div className={classes.column}>
          <div className={classes.top}>
            <TopBar onMenu={() => setDrawer('open')} onFind={togglePalette} />
          </div>
          <ErrorBoundary fallback={() => null}>
            {account?.isConfirmed === false && <ConfirmationBanner email={account.email} />}
            {account?.deletesAt != null && <AccountDeletionBanner deletesAt={account.deletesAt} />}
            {current !== undefined && current.organization.deletes_at !== null && <DeletionBanner organization={current.organization} />}
            {current?.organization.role === 'viewer' && <ViewerBanner organization={current.organization} />}
          </ErrorBoundary>
          <main id="main" ref={main} tabIndex={-1} className={classes.main}>
            <ScreenErrorBoundary resetKey={pathname}>
              <Outlet />
            </ScreenErrorBoundary>
          </main>
          <div className={classes.end}>
            <ErrorBoundary fallback={() => null}>
              <Footer draft={feedbackDraft} />
            </ErrorBoundary>
          </div>
          <SlowPageNote page={main} pathname={pathname} />
        </div>
        <DialogRoot />
        {drawer !== 'unused' && (
          <LazyBoundary onError={() => setDrawer('unused')}>
            <SidebarDrawer query={smallScreenQuery} isOpen={drawer === 'open'} onClose={() => setDrawer('closed')} />
          </LazyBoundary>
        )}
        <PaletteOutlet toggle={palette} draft={feedbackDraft} />
      </div>
    </RoleProvider>
  )
}

/**
 * A new screen starts at its top, or at its hash, with the focus in it; the first one leaves the focus
 * where the browser put it.
 */
function useFocusOnNavigation(pathname: string, hash: string) {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (hash === '') window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [pathname, hash])
  return main
}
