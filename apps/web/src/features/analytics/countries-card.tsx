import type { BreakdownRow } from '@linkshelf/contract'
import { Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { ProjectScope } from '../../api.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import type { TrafficQuery } from './analytics-filter.ts'
import { AnalyticsTrouble } from './analytics-trouble.tsx'
import classes from './breakdown.module.css'
import { BreakdownSkeleton } from './breakdown-card.tsx'
import { BreakdownTable } from './breakdown-table.tsx'
import { ExportButton } from './export-button.tsx'
import { trafficBy } from './traffic-queries.ts'

const WorldMap = lazyComponent(() => import('./world-map.tsx').then((module) => module.WorldMap))

interface CountriesCardProps {
  scope: ProjectScope
  query: TrafficQuery
  /** Of this link alone. */
  urlId?: string
}

/** Clicks by country, on a map and in a table. */
export function CountriesCard({ scope, query, urlId }: CountriesCardProps) {
  const { data, error, isPlaceholderData, refetch } = useQuery(trafficBy(scope, query, 'country', urlId))
  const [lit, setLit] = useState<string>()

  if (data === undefined && error !== null)
    return <AnalyticsTrouble title="Countries could not be loaded" error={error} onRetry={refetch} />
  return (
    <Card>
      <div className={classes.head}>
        <Title order={2}>Countries</Title>
        <ExportButton scope={scope} query={{ ...query, of: 'breakdown', by: 'country', url_id: urlId }} name="countries" />
      </div>
      <div className={classes.countries}>
        <CountriesMap rows={data ?? []} lit={lit} onLit={setLit} />
        <div>
          {data === undefined ? (
            <BreakdownSkeleton />
          ) : (
            <BreakdownTable by="country" rows={data} bots={query.bots} isBusy={isPlaceholderData} onPoint={setLit} />
          )}
        </div>
      </div>
    </Card>
  )
}

interface CountriesMapProps {
  rows: readonly BreakdownRow[]
  lit: string | undefined
  onLit: (letters: string | undefined) => void
}

/** A map that does not come leaves its place empty: the table tells the same. */
function CountriesMap({ rows, ...pointed }: CountriesMapProps) {
  return (
    <ErrorBoundary fallback={() => null}>
      <div>
        <Suspense fallback={<Skeleton className={classes.mapWaiting} />}>
          <WorldMap rows={rows} {...pointed} />
        </Suspense>
      </div>
    </ErrorBoundary>
  )
}
