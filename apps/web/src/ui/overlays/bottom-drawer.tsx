import { Drawer, type DrawerProps } from '@mantine/core'
import { useLayoutEffect, useState } from 'react'

interface BottomDrawerProps extends Pick<DrawerProps, 'title' | 'size' | 'classNames' | 'onClose' | 'children'> {
  isOpen: boolean
}

/** A sheet at the bottom of a small window. */
export function BottomDrawer({ isOpen, ...props }: BottomDrawerProps) {
  // The drawer remembers the focused element when `opened` changes to true, but not when it is mounted with `opened`.
  // It is therefore mounted closed, and opened at once.
  const [isOpened, setOpened] = useState(false)
  useLayoutEffect(() => setOpened(isOpen), [isOpen])

  return <Drawer {...props} opened={isOpened} position="bottom" closeButtonProps={{ 'aria-label': 'Close' }} />
}
