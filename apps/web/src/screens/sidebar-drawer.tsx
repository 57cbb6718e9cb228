import { Drawer } from '@mantine/core'
import { Sidebar } from './sidebar.tsx'

interface SidebarDrawerProps {
  isOpen: boolean
  onClose: () => void
  /** Runs once the drawer has left the screen. */
  onClosed: () => void
}

/** The sidebar on small screens. */
export function SidebarDrawer({ isOpen, onClose, onClosed }: SidebarDrawerProps) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      size="17.5rem"
      withCloseButton={false}
      padding={0}
      returnFocus={false}
      styles={{ body: { height: '100%' } }}
      attributes={{ content: { 'aria-label': 'Menu' } }}
    >
      <Sidebar onLeave={onClose} />
    </Drawer>
  )
}
