import { Skeleton } from '@mantine/core'
import { type QueryKey, type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { QueryBoundary } from '../states/query-boundary.tsx'
import { type FileImport, isUnfinished } from './file-import.ts'

export interface FileChoiceProps<One, Scope> {
  scope: Scope
  /** The import before. */
  last: One | undefined
  onUploaded: (importId: string) => void
  onClose: () => void
}

export interface ImportStepProps<One, Scope> {
  scope: Scope
  shown: One
  onAnother: () => void
  onClose: () => void
}

interface ImportPanelProps<One, Scope> {
  scope: Scope
  /** Latest first. */
  imports: UseQueryResult<One[]>
  /** Queries to fetch again after an import, since it has changed their data. */
  changes: readonly QueryKey[]
  Choice: ComponentType<FileChoiceProps<One, Scope>>
  steps: Record<'running' | 'ready' | 'done' | 'failed', ComponentType<ImportStepProps<One, Scope>>>
  onClose: () => void
}

/**
 * Choose a file, see what it would do, import it, see what it did. It continues without the dialog, which shows it
 * again when it is opened.
 */
export function ImportPanel<One extends FileImport, Scope>({ imports, ...panel }: ImportPanelProps<One, Scope>) {
  return (
    <QueryBoundary
      query={imports}
      loading={<Skeleton height={180} role="status" aria-label="Loading" />}
      error="Error Loading Imports"
      headingOrder={2}
    >
      {(list) => <ImportSteps {...panel} list={list} />}
    </QueryBoundary>
  )
}

interface ImportStepsProps<One, Scope> extends Omit<ImportPanelProps<One, Scope>, 'imports'> {
  list: readonly One[]
}

function ImportSteps<One extends FileImport, Scope>({ scope, list, changes, Choice, steps, onClose }: ImportStepsProps<One, Scope>) {
  const [latest] = list
  const [importId, setImportId] = useState(latest && isUnfinished(latest) ? latest.import_id : undefined)
  const shown = list.find(({ import_id }) => import_id === importId)
  useRefetchWhenDone(shown, changes)

  if (shown === undefined) return <Choice scope={scope} last={latest} onUploaded={setImportId} onClose={onClose} />
  const Step = steps[shown.state === 'checking' || shown.state === 'importing' ? 'running' : shown.state]
  return <Step scope={scope} shown={shown} onAnother={() => setImportId(undefined)} onClose={onClose} />
}

function useRefetchWhenDone(shown: FileImport | undefined, changes: readonly QueryKey[]): void {
  const queryClient = useQueryClient()
  const isDone = shown?.state === 'done'
  useEffect(() => {
    if (isDone) for (const queryKey of changes) void queryClient.invalidateQueries({ queryKey })
  }, [isDone, changes, queryClient])
}
