import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { LazyBoundary } from '../lazy-boundary.tsx'
import { createLazyComponent } from '../lazy-component.tsx'
import classes from './filter-sheet.module.css'

/** Loaded when the pointer or the focus reaches the button, because only phones use Mantine's drawer. */
const FilterDrawer = createLazyComponent(() => import('./filter-drawer.tsx').then((module) => module.FilterDrawer))

interface FilterSheetProps {
  /** How many filters are in use. */
  count: number
  onClear: () => void
  /** The fields, rendered while the sheet is open. Each change applies immediately. */
  children: React.ReactNode
}

/** The filters of a screen on a phone: a button, and a sheet at the bottom of the window. */
export function FilterSheet({ count, onClear, children }: FilterSheetProps) {
  const [sheet, setSheet] = useState<'unused' | 'open' | 'closed'>('unused')

  return (
    <>
      <Button
        variant="default"
        className={classes.button}
        leftSection={<IconAdjustmentsHorizontal aria-hidden size={17} stroke={1.6} />}
        aria-haspopup="dialog"
        onPointerEnter={FilterDrawer.preload}
        onFocus={FilterDrawer.preload}
        onClick={() => setSheet('open')}
      >
        Filters
        {count > 0 && (
          <span className={classes.count}>
            {count}
            <span className="visually-hidden"> in use</span>
          </span>
        )}
      </Button>
      {sheet !== 'unused' && (
        <LazyBoundary onError={() => setSheet('unused')}>
          <FilterDrawer count={count} isOpen={sheet === 'open'} onClose={() => setSheet('closed')} onClear={onClear}>
            {children}
          </FilterDrawer>
        </LazyBoundary>
      )}
    </>
  )
}
