import type { FileImport, FileImportState } from '@linkshelf/contract'
import { Button, Title } from '@mantine/core'
import { Link as RouteLink } from 'react-router'
import type { ProjectScope } from '../../api/api.ts'
import { formatInstant } from '../../ui/formats/dates.ts'
import { Tag } from '../../ui/tag.tsx'
import type { ImportKind } from './import-kind.ts'
import classes from './import-list.module.css'
import { canUndo, useImportReport } from './import-mutations.ts'
import { isUnfinished } from './import-state.ts'

const states: Record<FileImportState, { label: string; tone: 'neutral' | 'good' | 'pending' | 'bad' }> = {
  checking: { label: 'Checking', tone: 'pending' },
  ready: { label: 'Not started', tone: 'pending' },
  importing: { label: 'Importing', tone: 'pending' },
  done: { label: 'Imported', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  undoing: { label: 'Being undone', tone: 'pending' },
  undone: { label: 'Undone', tone: 'neutral' },
}

interface ImportListProps<One extends FileImport, Choices> {
  kind: ImportKind<One, Choices>
  scope: ProjectScope
  list: readonly One[]
  onShow: (importId: string) => void
  onUndo: (importId: string) => void
  onClose: () => void
}

/** Lists the imports of the project, latest first. */
export function ImportList<One extends FileImport, Choices>({ list, ...props }: ImportListProps<One, Choices>) {
  if (list.length === 0) return null
  return (
    <section className={classes.imports} aria-label="Imports">
      <Title order={2} size="h5">
        Imports
      </Title>
      <ul>
        {list.map((one) => (
          <ListedImport key={one.import_id} {...props} one={one} />
        ))}
      </ul>
    </section>
  )
}

interface ListedImportProps<One extends FileImport, Choices> extends Omit<ImportListProps<One, Choices>, 'list'> {
  one: One
}

function ListedImport<One extends FileImport, Choices>({ kind, scope, one, onShow, onUndo, onClose }: ListedImportProps<One, Choices>) {
  const report = useImportReport(kind, scope, one)
  const { import_id: id, file_name: name, state, created_at: createdAt } = one
  const { label, tone } = states[state]
  const isDone = state === 'done'
  const button = { variant: 'default', size: 'compact-sm' } as const
  return (
    <li>
      <div className={classes.name}>
        <strong>{name}</strong> <Tag tone={tone}>{label}</Tag>
      </div>
      <small>
        {formatInstant(createdAt)}
        {state === 'failed' ? ` · ${one.failure}` : state !== 'checking' && ` · ${kind.formatEffects?.(one)}`}
      </small>
      <div className={classes.actions}>
        {(isUnfinished(one) || state === 'undone') && (
          <Button
            {...button}
            aria-label={state === 'undone' ? `Result of the undo of ${name}` : `Open the import of ${name}`}
            onClick={() => onShow(id)}
          >
            {state === 'undone' ? 'Result' : 'Open'}
          </Button>
        )}
        {isDone && kind.undo !== undefined && kind.undo.countCreated(one) > 0 && (
          <Button
            {...button}
            component={RouteLink}
            to={kind.undo.toListPath(id)}
            aria-label={`${kind.undo.texts.show} of ${name}`}
            onClick={onClose}
          >
            {kind.undo.texts.show}
          </Button>
        )}
        {isDone && kind.hasReport(one) && (
          <Button {...button} aria-label={`Download report of ${name}`} loading={report.isPending} onClick={() => report.mutate()}>
            Download report
          </Button>
        )}
        {kind.undo !== undefined && canUndo(one) && (
          <Button {...button} aria-label={`Undo the import of ${name}`} onClick={() => onUndo(id)}>
            Undo
          </Button>
        )}
      </div>
    </li>
  )
}
