import type { FileImport } from '@linkshelf/contract'
import { Skeleton } from '@mantine/core'
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ProjectScope } from '../../api/api.ts'
import type { Dialog } from '../../ui/overlays/dialogs.tsx'
import { QueryBoundary } from '../../ui/states/query-boundary.tsx'
import type { ImportKind } from './import-kind.ts'
import { canUndo } from './import-mutations.ts'
import { isUnfinished } from './import-state.ts'
import { CheckedFile, FailedFile, FileChoice, ImportedFile, RunningFile } from './import-steps.tsx'
import { RunningUndo, UndoneFile, UndoQuestion } from './undo-steps.tsx'

const steps = {
  checking: RunningFile,
  importing: RunningFile,
  ready: CheckedFile,
  done: ImportedFile,
  failed: FailedFile,
  undoing: RunningUndo,
  undone: UndoneFile,
}

interface ImportPanelProps<One extends FileImport, Choices> {
  kind: ImportKind<One, Choices>
  scope: ProjectScope
  onClose: () => void
}

export function importDialog<One extends FileImport, Choices>(kind: ImportKind<One, Choices>, scope: ProjectScope): Dialog {
  return { title: kind.title, body: (close) => <ImportPanel kind={kind} scope={scope} onClose={close} /> }
}

/**
 * Accepts a file, shows what the import would do, imports the file, and shows what the import did. If the dialog is
 * closed, the import continues, and the dialog shows it again when it is opened.
 */
function ImportPanel<One extends FileImport, Choices>(panel: ImportPanelProps<One, Choices>) {
  const imports = useQuery(panel.kind.listQuery(panel.scope))
  return (
    <QueryBoundary
      query={imports}
      loading={<Skeleton height={180} role="status" aria-label="Loading" />}
      error="Error loading imports"
      headingOrder={2}
    >
      {(list) => <ImportSteps {...panel} list={list} />}
    </QueryBoundary>
  )
}

interface ImportStepsProps<One extends FileImport, Choices> extends ImportPanelProps<One, Choices> {
  list: readonly One[]
}

function ImportSteps<One extends FileImport, Choices>({ kind, scope, list, onClose }: ImportStepsProps<One, Choices>) {
  const [latest] = list
  const [importId, setImportId] = useState(latest && isUnfinished(latest) ? latest.import_id : undefined)
  const [undoneId, setUndoneId] = useState<string>()
  const shown = list.find(({ import_id }) => import_id === importId)
  const undone = list.find((one) => one.import_id === undoneId && canUndo(one))
  useRefetchWhenDone(shown, kind.changes)

  if (undone !== undefined && kind.undo !== undefined) {
    const leave = () => setUndoneId(undefined)
    const onStarted = () => {
      setImportId(undone.import_id)
      leave()
    }
    return <UndoQuestion kind={kind} scope={scope} shown={undone} undo={kind.undo} onCancel={leave} onStarted={onStarted} />
  }
  if (shown === undefined) {
    return (
      <FileChoice
        kind={kind}
        scope={scope}
        list={list}
        onShow={setImportId}
        onUndo={setUndoneId}
        onUploaded={setImportId}
        onClose={onClose}
      />
    )
  }
  const Step = steps[shown.state]
  return (
    <Step
      kind={kind}
      scope={scope}
      shown={shown}
      onUndo={() => setUndoneId(shown.import_id)}
      onAnother={() => setImportId(undefined)}
      onClose={onClose}
    />
  )
}

function useRefetchWhenDone(shown: FileImport | undefined, changes: readonly QueryKey[]): void {
  const queryClient = useQueryClient()
  const isDone = shown?.state === 'done' || shown?.state === 'undone'
  useEffect(() => {
    if (isDone) for (const queryKey of changes) void queryClient.invalidateQueries({ queryKey })
  }, [isDone, changes, queryClient])
}
