import { Drawer } from '@mantine/core'
import { useEffect, useLayoutEffect, useState } from 'react'
import { Sidebar } from './sidebar.tsx'

interface SidebarDrawerProps {
  /** The media query that matches if the screen has a drawer. */
  query: string
  isOpen: boolean
  onClose: () => void
}

/** The sidebar on small screens. It closes when the screen becomes wider, for example when a tablet is turned. */
export function SidebarDrawer({ query, isOpen, onClose }: SidebarDrawerProps) {
  // The drawer is mounted as closed and then opened. It stores the element that had the focus only when `opened`
  // changes to true.
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
