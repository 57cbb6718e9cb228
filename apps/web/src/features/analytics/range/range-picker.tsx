import { Button } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { showDateRange } from '../../../ui/formats/dates.ts'
import { LazyDropdown } from '../../../ui/overlays/lazy-dropdown.tsx'
import { lazyComponent } from '../../../ui/states/lazy-component.tsx'
import type { AnalyticsFilter } from './analytics-filter.ts'
import classes from './analytics-filter-bar.module.css'

const RangeMenu = lazyComponent(() => import('./range-menu.tsx').then((module) => module.RangeMenu))

/** The button that opens the date range menu. */
export function RangePicker({ filter }: { filter: AnalyticsFilter }) {
  const { label, range } = filter.selected
  const button = (
    <Button
      variant="default"
      leftSection={<IconCalendar aria-hidden size={17} stroke={1.6} />}
      className={classes.range}
      aria-haspopup="dialog"
    >
      {label}
      <span className={classes.days}>{showDateRange(range)}</span>
    </Button>
  )
  return (
    <LazyDropdown button={button} preload={RangeMenu.preload}>
      <RangeMenu button={button} filter={filter} />
    </LazyDropdown>
  )
}
