import type { BreakdownRow } from '@linkshelf/contract'
import { Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { ProjectScope } from '../../../api/api.ts'
import { Card } from '../../../ui/card.tsx'
import { createLazyComponent } from '../../../ui/lazy-component.tsx'
import { ErrorBoundary } from '../../../ui/states/error-boundary.tsx'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { breakdownQuery } from '../analytics-queries.ts'
import { toQueryWithConditions } from '../conditions/url-conditions.ts'
import { ExportButton } from '../export/export-button.tsx'
import type { ClicksQuery } from '../range/analytics-filter.ts'
import { resetRangeAction } from '../range/range-picker.tsx'
import classes from './breakdown.module.css'
import { BreakdownTable } from './breakdown-table.tsx'
import { useEarnedByName } from './use-earned-by-name.ts'

const WorldMap = createLazyComponent(() => import('./world-map.tsx').then((module) => module.WorldMap))

interface CountriesCardProps {
  scope: ProjectScope
  query: ClicksQuery
}

/** Clicks by country, as a map and as a table. */
export function CountriesCard({ scope, query }: CountriesCardProps) {
  const countries = useQuery(breakdownQuery(scope, query, 'country'))
  const { isLoading, earned } = useEarnedByName(scope, query, 'country')
  const [highlighted, setHighlighted] = useState<string>()
  const [params] = useSearchParams()
  const navigate = useNavigate()

  /** Filters by a country, or removes that filter, like the link in the country's row. */
  function filterByCountry(code: string): void {
    void navigate(toQueryWithConditions(params, { country: query.country === code ? undefined : code }))
  }

  function renderCard(rows?: readonly BreakdownRow[]) {
    return (
      <Card>
        <div className={classes.head}>
          <Title order={2}>Countries</Title>
          <ExportButton scope={scope} query={{ ...query, table: 'breakdown', by: 'country' }} name="countries" />
        </div>
        <div className={classes.countries}>
          <CountriesMap rows={rows ?? []} highlighted={highlighted} onHighlight={setHighlighted} onChoose={filterByCountry} />
          <div>
            <BreakdownTable
              by="country"
              rows={isLoading ? undefined : rows}
              earned={earned}
              query={query}
              isStale={countries.isPlaceholderData}
              onPoint={setHighlighted}
            />
          </div>
        </div>
      </Card>
    )
  }

  return (
    <QueryBoundary query={countries} loading={renderCard()} error="Countries could not be loaded" planAction={resetRangeAction}>
      {renderCard}
    </QueryBoundary>
  )
}

interface CountriesMapProps {
  rows: readonly BreakdownRow[]
  highlighted: string | undefined
  onHighlight: (code: string | undefined) => void
  onChoose: (code: string) => void
}

/** Renders nothing if the map's code cannot be loaded, because the table has the same numbers. */
function CountriesMap(props: CountriesMapProps) {
  return (
    <ErrorBoundary fallback={() => null}>
      <div>
        <Suspense fallback={<Skeleton className={classes.mapSkeleton} />}>
          <WorldMap {...props} />
        </Suspense>
      </div>
    </ErrorBoundary>
  )
}
