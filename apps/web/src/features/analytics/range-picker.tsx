import { Button } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { showSpan } from '../../ui/dates.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { LazyDropdown } from '../../ui/lazy-dropdown.tsx'
import type { AnalyticsFilter } from './analytics-filter.ts'
import classes from './analytics-filter-bar.module.css'

const RangeChoices = lazyComponent(() => import('./range-choices.tsx').then((module) => module.RangeChoices))

/** Which days are looked at. */
export function RangePicker({ filter }: { filter: AnalyticsFilter }) {
  const { label, period } = filter.chosen
  const button = (
    <Button
      variant="default"
      leftSection={<IconCalendar aria-hidden size={17} stroke={1.6} />}
      className={classes.range}
      aria-haspopup="dialog"
    >
      {label}
      <span className={classes.days}>{showSpan(period)}</span>
    </Button>
  )
  return (
    <LazyDropdown button={button}>
      <RangeChoices button={button} filter={filter} />
    </LazyDropdown>
  )
}
