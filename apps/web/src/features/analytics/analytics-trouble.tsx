import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link as RouteLink, useSearchParams } from 'react-router'
import { ApiError, isApiError } from '../../api-error.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'

interface AnalyticsTroubleProps {
  title: string
  error: unknown
  onRetry: () => unknown
}

/** Why numbers are not shown: what the plan does not hold is a note on it, anything else is trouble with a way on. */
export function AnalyticsTrouble({ title, error, onRetry }: AnalyticsTroubleProps) {
  if (!(error instanceof ApiError) || error.status !== 402) return <ErrorPanel title={title} error={error} onRetry={onRetry} />
  return (
    <EmptyState
      icon={<IconLock size={26} stroke={1.6} />}
      title="Not in your plan"
      action={isApiError(error, 'ANALYTICS_HISTORY_LOCKED') && <ToUsualRange />}
    >
      {error.message}
    </EmptyState>
  )
}

/** The same view of the days that are shown when none are asked for. */
function ToUsualRange() {
  const [params] = useSearchParams()
  const usual = new URLSearchParams(params)
  for (const name of ['range', 'from', 'to']) usual.delete(name)
  return (
    <Button component={RouteLink} to={`?${usual}`} variant="default">
      Show the usual days
    </Button>
  )
}
