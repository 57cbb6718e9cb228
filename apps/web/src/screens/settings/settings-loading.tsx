import { Skeleton } from '@mantine/core'
import { useLocation } from 'react-router'
import { Card } from '../../ui/card.tsx'
import { readLastRowCount } from '../../ui/states/row-count.ts'
import { LoadingRegion } from '../loading.tsx'
import { Screen } from '../screen.tsx'
import { flattenGroups, listSidebarEntries } from '../sidebar-entries.ts'
import classes from './settings.module.css'

/** The page has the title of its entry in the sidebar. If it has no entry, it is a tab of the settings. */
export function SettingsLoading() {
  const { pathname } = useLocation()
  const title = flattenGroups(listSidebarEntries(undefined)).find(({ to }) => to === pathname)?.label
  if (title !== undefined)
    return (
      <Screen title={title}>
        <RowsSkeleton isBelowHeader />
      </Screen>
    )
  return (
    <Screen title="Settings">
      <div className={classes.columns}>
        <Skeleton className={classes.navigationLoading} />
        <div className={classes.content}>
          <RowsSkeleton />
        </div>
      </div>
    </Screen>
  )
}

interface RowsSkeletonProps {
  list?: string
  /** True if the header is shown already, so that the skeleton has none. */
  isBelowHeader?: boolean
}

/**
 * A skeleton with as many rows as `list` had when it was last shown. If this number is unknown, the skeleton has four
 * rows.
 */
export function RowsSkeleton({ list, isBelowHeader }: RowsSkeletonProps) {
  const rows = list === undefined ? 4 : readLastRowCount(list, 4)
  return (
    <LoadingRegion>
      {!isBelowHeader && <Skeleton height={44} maw={420} />}
      <Card>
        {Array.from({ length: rows }, (_, index) => `row ${index}`).map((name) => (
          <Skeleton key={name} height={20} my={16} />
        ))}
      </Card>
    </LoadingRegion>
  )
}
