import type { AmazonMigrationRun } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ProjectScope } from '../../api/api.ts'
import { useCan } from '../../session/permissions.tsx'
import { Card } from '../../ui/card.tsx'
import { formatInstant } from '../../ui/formats/dates.ts'
import { formatCount, formatNumber } from '../../ui/formats/numbers.ts'
import { openDialog } from '../../ui/overlays/dialogs.tsx'
import classes from './migration.module.css'
import { isWorkedOn } from './migration-queries.ts'
import { RunLinks } from './outcomes.tsx'

interface RunListProps {
  scope: ProjectScope
  /** The runs, latest first. */
  runs: readonly AmazonMigrationRun[]
}

/** Lists the stored runs. If the changes of a run can be undone, the run has a button that undoes them. */
export function RunList({ scope, runs }: RunListProps) {
  const isBusy = runs.some(isWorkedOn)
  return (
    <Card p={0}>
      <ul className={classes.runs} aria-label="Migrations">
        {runs.map((run, index) => (
          <Run key={run.migration_id} scope={scope} run={run} isBusy={isBusy} isLatest={index === 0} />
        ))}
      </ul>
    </Card>
  )
}

interface RunProps {
  scope: ProjectScope
  run: AmazonMigrationRun
  isBusy: boolean
  /**
   * Whether this is the latest run. The latest run is also shown in the status card above the list. If its undo failed,
   * that card has the button that continues the undo.
   */
  isLatest: boolean
}

function Run({ scope, run, isBusy, isLatest }: RunProps) {
  const [showsLeft, setShowsLeft] = useState(false)
  const canUndo = useCan('amazonMigrations.undo')
  const changed = run.outcomes.tagged + run.outcomes.retagged
  return (
    <li className={classes.run}>
      <div className={classes.about}>
        <time dateTime={run.started_at}>{formatInstant(run.started_at)}</time>
        <small>
          {formatNumber(changed)} of {formatCount(run.linksProcessed, 'link')} changed
          {run.undo?.status === 'completed' &&
            ` · undone: ${formatCount(run.undo.restored, 'link')} restored, ${run.undo.left} left as they are`}
          {run.undo?.status === 'failed' && ` · the undo stopped after ${formatCount(run.undo.restored + run.undo.left, 'link')}`}
        </small>
      </div>
      {canUndo && (run.undo === null || (run.undo.status === 'failed' && !isLatest)) && changed > 0 && (
        <Button
          variant="default"
          size="xs"
          disabled={isBusy}
          aria-label={`${run.undo === null ? 'Undo' : 'Undo again:'} the migration of ${formatInstant(run.started_at)}`}
          onClick={({ currentTarget }) =>
            void openDialog(() => import('./undo-dialog.tsx').then(({ undoDialog }) => undoDialog(scope, run)), currentTarget)
          }
        >
          {run.undo === null ? 'Undo' : 'Undo again'}
        </Button>
      )}
      {run.undo?.status === 'completed' && run.undo.left > 0 && (
        <Button variant="subtle" size="xs" aria-expanded={showsLeft} onClick={() => setShowsLeft(!showsLeft)}>
          {showsLeft ? 'Hide links' : 'Show links left'}
        </Button>
      )}
      {showsLeft && (
        <div className={classes.left}>
          <RunLinks scope={scope} migrationId={run.migration_id} filter={{ undo: 'left' }} label="Links left as they are" />
        </div>
      )}
    </li>
  )
}
