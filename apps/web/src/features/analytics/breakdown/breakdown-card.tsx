import { type BreakdownKind, type BreakdownRow, breakdownLabels } from '@linkshelf/contract'
import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { Card } from '../../../ui/card.tsx'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { breakdownQuery } from '../analytics-queries.ts'
import { ExportButton } from '../export/export-button.tsx'
import type { ClicksQuery } from '../range/analytics-filter.ts'
import { resetRangeAction } from '../range/range-picker.tsx'
import classes from './breakdown.module.css'
import { BreakdownTable, type BreakdownTableProps } from './breakdown-table.tsx'
import { useEarnedByName } from './use-earned-by-name.ts'

interface BreakdownCardProps extends Pick<BreakdownTableProps, 'details'> {
  scope: ProjectScope
  query: ClicksQuery
  by: BreakdownKind
  /** The total clicks of the range. Needed if the rows may not contain all clicks of the range. */
  total?: number
  /** Rendered after the title. */
  choices?: React.ReactNode
  /** Rendered after the table once its rows are loaded. */
  foot?: (rows: readonly BreakdownRow[]) => React.ReactNode
}

/** Clicks by one property, most clicks first. */
export function BreakdownCard({ scope, query, by, total, details, choices, foot }: BreakdownCardProps) {
  const breakdown = useQuery(breakdownQuery(scope, query, by))
  const { isLoading, earned } = useEarnedByName(scope, query, by)
  const { title } = breakdownLabels[by]

  function renderCard(rows?: readonly BreakdownRow[]) {
    return (
      <Card className={classes.card}>
        <div className={classes.head}>
          <Title order={2}>{title}</Title>
          <ExportButton scope={scope} query={{ ...query, table: 'breakdown', by }} name={title.toLowerCase()} />
        </div>
        {choices}
        <BreakdownTable
          by={by}
          rows={isLoading ? undefined : rows}
          earned={earned}
          query={query}
          total={total}
          details={details}
          isStale={breakdown.isPlaceholderData}
        />
        {rows && foot?.(rows)}
      </Card>
    )
  }

  return (
    <QueryBoundary query={breakdown} loading={renderCard()} error={`${title} could not be loaded`} planAction={resetRangeAction}>
      {renderCard}
    </QueryBoundary>
  )
}
