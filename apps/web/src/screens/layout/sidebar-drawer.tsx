import { Drawer } from '@mantine/core'
import { useEffect, useLayoutEffect, useState } from 'react'
import { Sidebar } from './sidebar.tsx'

interface SidebarDrawerProps {
  /** The media query of screens that have a drawer. */
  query: string
  isOpen: boolean
  onClose: () => void
}

/** The sidebar on small screens. Closes when the screen becomes wider, as a tablet that is turned. */
export function SidebarDrawer({ query, isOpen, onClose }: SidebarDrawerProps) {
  // The drawer stores what had the focus when it changes to opened, not when it is mounted as opened.
  const [isOpened, setOpened] = useState(false)
  useLayoutEffect(() => setOpened(isOpen), [isOpen])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `onClose` is another function in each render, and does the same
  useEffect(() => {
    const smallScreen = window.matchMedia(query)
    const closeIfWide = () => smallScreen.matches || onClose()
    smallScreen.addEventListener('change', closeIfWide)
    return () => smallScreen.removeEventListener('change', closeIfWide)
  }, [query])

  return (
    <Drawer
      opened={isOpened}
      onClose={onClose}
      size="17.5rem"
      withCloseButton={false}
      padding={0}
      styles={{ body: { height: '100%' } }}
      attributes={{ content: { 'aria-label': 'Menu' } }}
    >
      <Sidebar onLeave={onClose} />
    </Drawer>
  )
}
