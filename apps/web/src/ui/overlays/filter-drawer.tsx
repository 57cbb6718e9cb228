import { Button } from '@mantine/core'
import { BottomDrawer } from './bottom-drawer.tsx'
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
  return (
    <BottomDrawer
      isOpen={isOpen}
      onClose={onClose}
      size="auto"
      title="Filters"
      classNames={{ content: classes.sheet, title: classes.title }}
    >
      <div className={classes.fields}>{children}</div>
      <div className={classes.foot}>
        <Button variant="default" disabled={count === 0} onClick={onClear}>
          Clear all
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </BottomDrawer>
  )
}
