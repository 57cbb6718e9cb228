import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'
import { useSmallScreen } from '../../../ui/browser/use-small-screen.ts'
import { lazyComponent } from '../../../ui/states/lazy-component.tsx'
import type { AnalyticsFilter } from './analytics-filter.ts'
import classes from './analytics-filter-bar.module.css'
import { AnalyticsFilterFields } from './analytics-filter-fields.tsx'
import { RangePicker } from './range-picker.tsx'

const AnalyticsFilterSheet = lazyComponent(() => import('./analytics-filter-sheet.tsx').then((module) => module.AnalyticsFilterSheet))

interface AnalyticsFilterBarProps {
  filter: AnalyticsFilter
  /** Follows the range: what was saved of the screen. */
  saved?: React.ReactNode
}

/** Date range, bot filter and comparison; on a phone the last two are in a sheet. */
export function AnalyticsFilterBar({ filter, saved }: AnalyticsFilterBarProps) {
  const isSmall = useSmallScreen()
  return (
    <search className={classes.bar} aria-label="Analytics filters">
      <RangePicker filter={filter} />
      {saved}
      {isSmall ? (
        <Suspense fallback={<Skeleton height={36} width={104} />}>
          <AnalyticsFilterSheet filter={filter} />
        </Suspense>
      ) : (
        <AnalyticsFilterFields filter={filter} />
      )}
    </search>
  )
}
