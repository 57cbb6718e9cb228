import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { ScreenError } from '../ui/screen-error.tsx'
import classes from './frame.module.css'
import { Sidebar } from './sidebar.tsx'
import { useSidebar } from './sidebar-state.ts'
import { focusMenuButton, TopBar } from './top-bar.tsx'

const SidebarDrawer = lazy(() => import('./sidebar-drawer.tsx').then(({ SidebarDrawer }) => ({ default: SidebarDrawer })))
const Finder = lazy(() => import('./finder.tsx').then(({ Finder }) => ({ default: Finder })))

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
          <ScreenError resetKey={pathname}>
            <Outlet />
          </ScreenError>
        </main>
      </div>
      <Suspense fallback={null}>
        {drawer !== 'unused' && <SidebarDrawer isOpen={drawer === 'open'} onClose={() => setDrawer('closed')} onClosed={focusMenuButton} />}
        {finder.openedTimes > 0 && <Finder openedTimes={finder.openedTimes} onClosed={finder.giveFocusBack} />}
      </Suspense>
    </div>
  )
}

/** The finder gives the focus back to where it was, unless what was found has taken it. */
function useFinder() {
  const [openedTimes, setOpenedTimes] = useState(0)
  const from = useRef<Element | null>(null)
  return {
    openedTimes,
    open: () => {
      from.current = document.activeElement
      setOpenedTimes((times) => times + 1)
    },
    giveFocusBack: () => {
      const holder = document.activeElement
      const isFree = holder === null || holder === document.body || holder.closest('[role=dialog]') !== null
      if (isFree && from.current instanceof HTMLElement) from.current.focus()
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
