import { Button } from '@mantine/core'
import { Link as RouteLink, useSearchParams } from 'react-router'
import { isApiError } from '../../../api/api-error.ts'

/** The action of an error panel where the plan does not include the selected days: back to the default range. */
export function resetRangeAction(error: unknown): React.ReactNode {
  return isApiError(error, 'ANALYTICS_HISTORY_LOCKED') && <ResetRange />
}

function ResetRange() {
  const [params] = useSearchParams()
  const reset = new URLSearchParams(params)
  for (const name of ['range', 'from', 'to']) reset.delete(name)
  return (
    <Button component={RouteLink} to={`?${reset}`} variant="default">
      Reset date range
    </Button>
  )
}
