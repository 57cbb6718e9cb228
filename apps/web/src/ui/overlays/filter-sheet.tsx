import { Button, Drawer } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './filter-sheet.module.css'

interface FilterSheetProps {
  /** How many filters are in use. */
  count: number
  onClear: () => void
  /** The fields; each applies at once. */
  children: React.ReactNode
}

/** The filters of a screen on a phone: a button, and a sheet at the bottom of the window. */
export function FilterSheet({ count, onClear, children }: FilterSheetProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <FilterButton count={count} onOpen={() => setOpen(true)} />
      <Drawer
        opened={isOpen}
        onClose={close}
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
          <Button onClick={close}>Done</Button>
        </div>
      </Drawer>
    </>
  )
}

function FilterButton({ count, onOpen }: { count: number; onOpen: () => void }) {
  return (
    <Button
      variant="default"
      className={classes.button}
      leftSection={<IconAdjustmentsHorizontal aria-hidden size={17} stroke={1.6} />}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      Filters
      {count > 0 && (
        <span className={classes.count}>
          {count}
          <span className="visually-hidden"> in use</span>
        </span>
      )}
    </Button>
  )
}
