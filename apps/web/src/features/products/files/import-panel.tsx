import type { ProductImport } from '@linkshelf/contract'
import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, type ProjectScope } from '../../../api.ts'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { FileChoice } from './file-choice.tsx'
import { importListQuery, isUnfinished } from './import-queries.ts'
import { CheckedImport, FailedImport, FinishedImport, RunningImport } from './import-steps.tsx'

interface ImportPanelProps {
  scope: ProjectScope
  onClose: () => void
}

/** Choose a file, see what it would do, import it, see what it did. It continues without the dialog, which shows it again when it is opened. */
export function ImportPanel({ scope, onClose }: ImportPanelProps) {
  const imports = useQuery(importListQuery(scope))
  return (
    <QueryBoundary
      query={imports}
      loading={<Skeleton height={180} role="status" aria-label="Loading" />}
      error="Error Loading Imports"
      headingOrder={2}
    >
      {(list) => <ImportSteps scope={scope} imports={list} onClose={onClose} />}
    </QueryBoundary>
  )
}

function ImportSteps({ scope, imports, onClose }: ImportPanelProps & { imports: ProductImport[] }) {
  const [latest] = imports
  const [importId, setImportId] = useState(latest && isUnfinished(latest) ? latest.import_id : undefined)
  const shown = imports.find(({ import_id }) => import_id === importId)
  useRefetchWhenImported(shown)
  const chooseAnother = () => setImportId(undefined)

  if (shown === undefined) return <FileChoice scope={scope} last={latest} onUploaded={setImportId} onClose={onClose} />
  const step = { scope, shown, onAnother: chooseAnother, onClose }
  if (shown.state === 'failed') return <FailedImport {...step} />
  if (shown.state === 'ready') return <CheckedImport {...step} />
  if (shown.state === 'done') return <FinishedImport {...step} />
  return <RunningImport {...step} />
}

/** Products, their categories and their links are on other screens too. */
function useRefetchWhenImported(shown: ProductImport | undefined): void {
  const queryClient = useQueryClient()
  const isDone = shown?.state === 'done'
  useEffect(() => {
    if (!isDone) return
    for (const queryKey of [api.products.key(), api.categories.key(), api.links.key()]) void queryClient.invalidateQueries({ queryKey })
  }, [isDone, queryClient])
}
