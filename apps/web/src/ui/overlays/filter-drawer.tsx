import { Button, Drawer } from '@mantine/core'
import { useLayoutEffect, useState } from 'react'
import classes from './filter-drawer.module.css'

interface FilterDrawerProps {
  /** How many filters are in use. */
  count: number
  isOpen: boolean
  onClose: () => void
  onClear: () => void
  children: React.ReactNode
}

/** The sheet of a FilterSheet. */
export function FilterDrawer({ count, isOpen, onClose, onClear, children }: FilterDrawerProps) {
  // The drawer stores what had the focus when it changes to opened, not when it is mounted as opened.
  const [isOpened, setOpened] = useState(false)
  useLayoutEffect(() => setOpened(isOpen), [isOpen])

  return (
    <Drawer
      opened={isOpened}
      onClose={onClose}
      position="bottom"
      size="auto"
      title="Filters"
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ content: classes.sheet, title: classes.title }}
    >
      <div className={classes.fields}>{children}</div>
      <div className={classes.foot}>
        <Button variant="default" disabled={count === 0} onClick={onClear}>
          Clear all
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </Drawer>
  )
}
