import { Drawer } from '@mantine/core'
import { useLayoutEffect, useState } from 'react'

interface PreviewDrawerProps {
  isOpen: boolean
  onClose: () => void
  children: React.ReactNode
}

/** The preview at the bottom of a small window. */
export function PreviewDrawer({ isOpen, onClose, children }: PreviewDrawerProps) {
  // The drawer stores what had the focus when it changes to opened, not when it is mounted as opened.
  const [isOpened, setOpened] = useState(false)
  useLayoutEffect(() => setOpened(isOpen), [isOpen])

  return (
    <Drawer
      opened={isOpened}
      onClose={onClose}
      position="bottom"
      size="94dvh"
      title="Your store, as it will look"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
    </Drawer>
  )
}
