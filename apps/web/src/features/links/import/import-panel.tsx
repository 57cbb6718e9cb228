import type { LinkImport } from '@linkshelf/contract'
import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, type ProjectScope } from '../../../api.ts'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { FileChoice } from './file-choice.tsx'
import { importListQuery, isUnfinished } from './import-queries.ts'
import { CheckedImport, FailedImport, FinishedImport, RunningImport } from './import-steps.tsx'

interface ImportPanelProps {
  scope: ProjectScope
  onClose: () => void
}

export function importDialog(scope: ProjectScope): Dialog {
  return { title: 'Import Links', body: (close) => <ImportPanel scope={scope} onClose={close} /> }
}

/** Choose a file, see what it would do, import it, see what it did. It continues without the dialog, which shows it again when it is opened. */
function ImportPanel({ scope, onClose }: ImportPanelProps) {
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

function ImportSteps({ scope, imports, onClose }: ImportPanelProps & { imports: LinkImport[] }) {
  const [latest] = imports
  const [importId, setImportId] = useState(latest && isUnfinished(latest) ? latest.import_id : undefined)
  const shown = imports.find(({ import_id }) => import_id === importId)
  useRefetchWhenImported(shown)

  if (shown === undefined) return <FileChoice scope={scope} last={latest} onUploaded={setImportId} onClose={onClose} />
  const step = { scope, shown, onAnother: () => setImportId(undefined), onClose }
  if (shown.state === 'failed') return <FailedImport {...step} />
  if (shown.state === 'ready') return <CheckedImport {...step} />
  if (shown.state === 'done') return <FinishedImport {...step} />
  return <RunningImport {...step} />
}

/** Links and their labels are on other screens too, and a project says how many links it has. */
function useRefetchWhenImported(shown: LinkImport | undefined): void {
  const queryClient = useQueryClient()
  const isDone = shown?.state === 'done'
  useEffect(() => {
    if (!isDone) return
    for (const queryKey of [api.links.key(), api.labels.key(), api.analytics.key(), api.organizations.key()])
      void queryClient.invalidateQueries({ queryKey })
  }, [isDone, queryClient])
}
