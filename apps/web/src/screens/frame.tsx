import { useHotkeys } from '@mantine/hooks'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { ErrorBoundary, ScreenErrorBoundary } from '../ui/error-boundary.tsx'
import { giveFocusBack, type WayBack, wayBack } from '../ui/focus.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { OpenedPart } from '../ui/opened-part.tsx'
import classes from './frame.module.css'
import { Sidebar } from './sidebar.tsx'
import { useSidebar } from './sidebar-state.ts'
import { SlowPageNote } from './slow-page-note.tsx'
import { menuButton, TopBar } from './top-bar.tsx'

const SidebarDrawer = lazyPart(() => import('./sidebar-drawer.tsx').then((module) => module.SidebarDrawer))
const Footer = lazyPart(() => import('./footer.tsx').then((module) => module.Footer))
const Finder = lazyPart(() => import('./finder.tsx').then((module) => module.Finder))

/** Below this width the sidebar is a drawer; the style sheets say the same in em. */
const drawerQuery = '(max-width: 47.99em)'

/** What stands around every screen of a person who is signed in. */
export function Frame() {
  const { isCollapsed, toggle } = useSidebar()
  const [drawer, setDrawer] = useState<'unused' | 'open' | 'closed'>('unused')
  const finder = useFinder()
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
            onClosed={() => giveFocusBack(wayBack(menuButton()))}
          />
        </OpenedPart>
      )}
      {finder.openedTimes > 0 && (
        <OpenedPart onFailure={finder.forget}>
          <Finder openedTimes={finder.openedTimes} onClosed={finder.giveFocusBack} />
        </OpenedPart>
      )}
    </div>
  )
}

/** The finder gives the focus back to where it was, unless what was found has taken it. */
function useFinder() {
  const [openedTimes, setOpenedTimes] = useState(0)
  const way = useRef<WayBack>(wayBack(null))
  const isOpen = useRef(false)
  return {
    openedTimes,
    open: () => {
      if (!isOpen.current) way.current = wayBack(document.activeElement)
      isOpen.current = true
      setOpenedTimes((times) => times + 1)
    },
    forget: () => {
      isOpen.current = false
      setOpenedTimes(0)
    },
    giveFocusBack: () => {
      isOpen.current = false
      giveFocusBack(way.current)
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
