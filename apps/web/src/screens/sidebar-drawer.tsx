import { Drawer } from '@mantine/core'
import { Sidebar } from './sidebar.tsx'

/** The sidebar on small screens. */
export function SidebarDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size="17.5rem"
      withCloseButton={false}
      padding={0}
      styles={{ body: { height: '100%' } }}
      aria-label="Menu"
    >
      <Sidebar onLeave={onClose} />
    </Drawer>
  )
}
