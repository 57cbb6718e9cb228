import { Drawer, type DrawerProps } from '@mantine/core'
import { useLayoutEffect, useState } from 'react'

interface BottomDrawerProps extends Pick<DrawerProps, 'title' | 'size' | 'classNames' | 'onClose' | 'children'> {
  isOpen: boolean
}

/** A sheet at the bottom of a small window. */
export function BottomDrawer({ isOpen, ...props }: BottomDrawerProps) {
  // The drawer stores what had the focus when it changes to opened, not when it is mounted as opened.
  const [isOpened, setOpened] = useState(false)
  useLayoutEffect(() => setOpened(isOpen), [isOpen])

  return <Drawer {...props} opened={isOpened} position="bottom" closeButtonProps={{ 'aria-label': 'Close' }} />
}
