import { useHotkeys } from '@mantine/hooks'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { ErrorBoundary, ScreenErrorBoundary } from '../ui/error-boundary.tsx'
import { type Opener, openerOf, restoreFocus } from '../ui/focus.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { OpenedPart } from '../ui/opened-part.tsx'
import classes from './app-layout.module.css'
import { Sidebar } from './sidebar.tsx'
import { useSidebar } from './sidebar-state.ts'
import { SlowPageNote } from './slow-page-note.tsx'
import { menuButton, TopBar } from './top-bar.tsx'

const SidebarDrawer = lazyComponent(() => import('./sidebar-drawer.tsx').then((module) => module.SidebarDrawer))
const Footer = lazyComponent(() => import('./footer.tsx').then((module) => module.Footer))
const CommandPalette = lazyComponent(() => import('./command-palette.tsx').then((module) => module.CommandPalette))

/** Below this width the sidebar is a drawer; the style sheets say the same in em. */
const drawerQuery = '(max-width: 47.99em)'

/** What stands around every screen of a person who is signed in. */
export function AppLayout() {
  const { isCollapsed, toggle } = useSidebar()
  const [drawer, setDrawer] = useState<'unused' | 'open' | 'closed'>('unused')
  const finder = useCommandPalette()
  const { pathname } = useLocation()
  const main = useFocusOnArrival(pathname)

  function toggleSidebar(): void {
    if (window.matchMedia(drawerQuery).matches) setDrawer(drawer === 'open' ? 'closed' : 'open')
    else toggle()
  }

  useHotkeys(
    [
      ['mod+B', toggleSidebar],
      ['mod+K', finder.open],
    ],
    [],
  )

  return (
    <div className={classes.frame} data-collapsed={isCollapsed || undefined}>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <aside className={classes.aside}>
        <Sidebar isCollapsed={isCollapsed} onToggle={toggle} />
      </aside>
      <div className={classes.column}>
        <div className={classes.top}>
          <TopBar onMenu={() => setDrawer('open')} onFind={finder.open} />
        </div>
        <main id="main" ref={main} tabIndex={-1} className={classes.main}>
          <ScreenErrorBoundary resetKey={pathname}>
            <Outlet />
          </ScreenErrorBoundary>
        </main>
        <div className={classes.end}>
          <ErrorBoundary fallback={() => null}>
            <Suspense fallback={null}>
              <Footer />
            </Suspense>
          </ErrorBoundary>
        </div>
        <SlowPageNote page={main} pathname={pathname} />
      </div>
      {drawer !== 'unused' && (
        <OpenedPart onFailure={() => setDrawer('unused')}>
          <SidebarDrawer
            isOpen={drawer === 'open'}
            onClose={() => setDrawer('closed')}
            onClosed={() => restoreFocus(openerOf(menuButton()))}
          />
        </OpenedPart>
      )}
      {finder.openedTimes > 0 && (
        <OpenedPart onFailure={finder.discard}>
          <CommandPalette openedTimes={finder.openedTimes} onClosed={finder.restoreFocus} />
        </OpenedPart>
      )}
    </div>
  )
}

/** The finder gives the focus back to where it was, unless what was found has taken it. */
function useCommandPalette() {
  const [openedTimes, setOpenedTimes] = useState(0)
  const way = useRef<Opener>(openerOf(null))
  const isOpen = useRef(false)
  return {
    openedTimes,
    open: () => {
      if (!isOpen.current) way.current = openerOf(document.activeElement)
      isOpen.current = true
      setOpenedTimes((times) => times + 1)
    },
    discard: () => {
      isOpen.current = false
      setOpenedTimes(0)
    },
    restoreFocus: () => {
      isOpen.current = false
      restoreFocus(way.current)
    },
  }
}

/** A new screen starts at its top, with the keyboard in it; the first one leaves the focus where the browser put it. */
function useFocusOnArrival(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
