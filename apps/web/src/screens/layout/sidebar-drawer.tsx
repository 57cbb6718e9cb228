import { Drawer } from '@mantine/core'
import { useLayoutEffect, useState } from 'react'
import { Sidebar } from './sidebar.tsx'

/** The sidebar on small screens. */
export function SidebarDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  // The drawer stores what had the focus when it changes to opened, not when it is mounted as opened.
  const [isOpened, setOpened] = useState(false)
  useLayoutEffect(() => setOpened(isOpen), [isOpen])

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
