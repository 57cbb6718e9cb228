import { type AmazonMigration, amazonMigrationMessages, formatAmazonMigrationCompletedMessage } from '@linkshelf/contract'
import { Button, Title } from '@mantine/core'
import type { ProjectScope } from '../../api/api.ts'
import { Can } from '../../session/permissions.tsx'
import { Card } from '../../ui/card.tsx'
import { formatInstant } from '../../ui/formats/dates.ts'
import { formatCount, formatNumber } from '../../ui/formats/numbers.ts'
import { Tag, type TagProps } from '../../ui/tag.tsx'
import classes from './migration.module.css'
import { useStopMigration, useUndoMigration } from './migration-mutations.ts'
import { isWorkedOn } from './migration-queries.ts'

/** A run that has been started, so that it has an id. */
export interface ShownRun extends AmazonMigration {
  migration_id: string
}

interface StatusCardProps {
  scope: ProjectScope
  run: ShownRun
  /** Shown at the end of the card. */
  children?: React.ReactNode
}

const tagByState: Readonly<Record<string, { label: string; tone: NonNullable<TagProps['tone']> }>> = {
  pending: { label: 'Pending', tone: 'pending' },
  in_progress: { label: 'In progress', tone: 'pending' },
  completed: { label: 'Completed', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  undo_failed: { label: 'Undo failed', tone: 'bad' },
}

export function StatusCard({ scope, run, children }: StatusCardProps) {
  const { label, tone } = tagByState[run.undo?.status === 'failed' ? 'undo_failed' : (run.status ?? '')] ?? {
    label: 'Unknown',
    tone: 'neutral',
  }
  return (
    <Card aria-label="Migration status" role="region">
      <div className={classes.status}>
        <div className={classes.head}>
          <Title order={3}>Migration status</Title>
          <Tag tone={tone}>{label}</Tag>
        </div>
        <RunState scope={scope} run={run} />
        {children}
      </div>
    </Card>
  )
}

function RunState({ scope, run }: { scope: ProjectScope; run: ShownRun }) {
  const stop = useStopMigration(scope)
  const undo = useUndoMigration(scope)
  if (run.undo?.status === 'in_progress')
    return (
      <>
        <p role="status">Undoing: {formatCount(run.undo.restored, 'link')} restored. You can leave this page, it continues.</p>
        <progress className={classes.progress} aria-label="Undoing" />
      </>
    )
  if (run.undo?.status === 'failed')
    return (
      <>
        <p className={classes.problem} role="alert">
          {amazonMigrationMessages.undoFailed} {formatCount(run.undo.restored, 'link')} {run.undo.restored === 1 ? 'was' : 'were'} restored
          before that. The rest still has your tag.
        </p>
        <Can call="amazonMigrations.undo">
          <div>
            <Button size="xs" loading={undo.isPending} onClick={() => undo.mutate(run.migration_id)}>
              Undo again
            </Button>
          </div>
        </Can>
      </>
    )
  if (isWorkedOn(run))
    return (
      <>
        <p role="status">
          {run.status === 'pending' ? 'The migration starts in a moment.' : `${run.progress}% · ${formatProcessed(run)}`} You can leave this
          page, it continues.
        </p>
        <progress className={classes.progress} aria-label="Migration" value={run.progress} max={100} />
        <Can call="amazonMigrations.stop">
          <div>
            <Button variant="default" size="xs" loading={stop.isPending} onClick={() => stop.mutate(run.migration_id)}>
              Stop
            </Button>
          </div>
        </Can>
      </>
    )
  if (run.status === 'completed')
    return (
      <p>
        {formatAmazonMigrationCompletedMessage(run.linksProcessed)}
        {run.finished_at !== null && <small className={classes.when}>{formatInstant(run.finished_at)}</small>}
      </p>
    )
  if (run.status === 'failed')
    return (
      <p className={classes.problem} role="alert">
        {run.error ?? amazonMigrationMessages.failed}
      </p>
    )
  return <p>{formatProcessed(run)}</p>
}

function formatProcessed({ linksProcessed, linksFound }: ShownRun): string {
  return `${formatNumber(linksProcessed)} of ${formatCount(linksFound, 'link')} processed.`
}
