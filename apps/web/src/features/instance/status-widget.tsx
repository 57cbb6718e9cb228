import { useQuery } from '@tanstack/react-query'
import { LazyDropdown } from '../../ui/overlays/lazy-dropdown.tsx'
import { lazyComponent } from '../../ui/states/lazy-component.tsx'
import { instanceStatusQuery } from './instance-queries.ts'
import { showStatus } from './show-status.ts'
import classes from './status-widget.module.css'

const StatusParts = lazyComponent(() => import('./status-parts.tsx').then((module) => module.StatusParts))

/** The status of the instance; a click shows it by part. */
export function StatusWidget() {
  const { data, isPending, isError } = useQuery(instanceStatusQuery)
  const status = isError ? undefined : data
  const { tone, sentence } = isPending ? { tone: 'unknown', sentence: 'Checking status…' } : showStatus(status)

  const button = (
    <button type="button" className={classes.button} data-tone={tone} aria-haspopup="dialog">
      {sentence}
    </button>
  )
  return (
    <LazyDropdown button={button} preload={StatusParts.preload}>
      <StatusParts button={button} status={status} />
    </LazyDropdown>
  )
}
