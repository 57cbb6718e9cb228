import type { DataImport } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { toErrorDetails } from '../../ui/error-details.ts'
import { formatCount } from '../../ui/formats/numbers.ts'
import { QueryBoundary } from '../../ui/states/query-boundary.tsx'
import { TitledCard } from '../../ui/titled-card.tsx'
import classes from './data.module.css'
import { formatBytes, importListQuery, isDataImportRunning, useDeleteImport, useStartImport, useUploadArchive } from './data-queries.ts'
import { CardSkeleton } from './export-card.tsx'
import { ImportFacts } from './import-facts.tsx'

/** Uploads an archive of another instance, shows what is in it, and imports it. */
export function ImportCard({ orgId }: { orgId: string }) {
  const imports = useQuery(importListQuery(orgId))
  return (
    <QueryBoundary query={imports} loading={<CardSkeleton />} error="Your imports could not be loaded" isEmpty={() => false}>
      {([latest]) => <Import orgId={orgId} latest={latest} />}
    </QueryBoundary>
  )
}

function Import({ orgId, latest }: { orgId: string; latest: DataImport | undefined }) {
  const chooser = useRef<HTMLInputElement>(null)
  const problemId = useId()
  const upload = useUploadArchive(orgId)
  useRefetchWhenImported(latest)
  const problem = upload.error && toErrorDetails(upload.error, 'The archive could not be uploaded. Please try again.').message
  const canChoose = latest === undefined || ['uploading', 'done', 'failed'].includes(latest.state)
  return (
    <TitledCard
      title="Import"
      description="An archive of another organization or Linkshelf. Its projects are added to yours. You see what is in it before anything is imported."
      action={
        canChoose && (
          <Button
            variant="default"
            loading={upload.isPending}
            aria-describedby={problem ? problemId : undefined}
            onClick={() => chooser.current?.click()}
          >
            Choose archive
          </Button>
        )
      }
    >
      <input
        ref={chooser}
        type="file"
        className="visually-hidden"
        aria-label="Archive"
        tabIndex={-1}
        accept=".gz,application/gzip"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file !== undefined) upload.mutate(file)
          // Reset, so that the user can choose the same file again to continue an upload.
          currentTarget.value = ''
        }}
      />
      {(problem || latest) && (
        <div className={classes.body}>
          {problem && (
            <p id={problemId} className={classes.problem} role="alert">
              {problem}
            </p>
          )}
          {latest && <ImportState orgId={orgId} shown={latest} isUploading={upload.isPending} />}
        </div>
      )}
    </TitledCard>
  )
}

function ImportState({ orgId, shown, isUploading }: { orgId: string; shown: DataImport; isUploading: boolean }) {
  const start = useStartImport(orgId)
  const deletion = useDeleteImport(orgId)
  const renderDeleteButton = (label: string) => (
    <Button variant="default" size="xs" loading={deletion.isPending} onClick={() => deletion.mutate(shown)}>
      {label}
    </Button>
  )
  const name = <strong>{shown.file_name}</strong>
  switch (shown.state) {
    case 'uploading':
      return (
        <>
          <p role="status">
            {name}: {formatBytes(shown.received_bytes)} of {formatBytes(shown.bytes)} uploaded.
            {!isUploading && ' The upload has stopped. Choose the same archive to continue it.'}
          </p>
          <progress className={classes.progress} aria-label="Uploaded" value={shown.received_bytes} max={shown.bytes} />
          {!isUploading && <div>{renderDeleteButton('Delete upload')}</div>}
        </>
      )
    case 'checking':
    case 'importing':
      return (
        <>
          <p role="status">
            {shown.state === 'checking' ? (
              <>Checking {name}…</>
            ) : (
              <>
                {name} is being imported: {shown.progress}%.
              </>
            )}{' '}
            You can leave this page, it continues.
          </p>
          <progress
            className={classes.progress}
            aria-label={shown.state === 'checking' ? 'Checking' : 'Imported'}
            {...(shown.state === 'checking' ? {} : { value: shown.progress, max: 100 })}
          />
          <div>{renderDeleteButton(shown.state === 'checking' ? 'Stop' : 'Stop and undo')}</div>
        </>
      )
    case 'ready':
      return (
        <>
          <p>{name} is complete. Nothing is imported yet. The archive is deleted a day after its upload began.</p>
          <ImportFacts shown={shown} />
          <div className={classes.buttons}>
            <Button size="xs" loading={start.isPending} onClick={() => start.mutate(shown.import_id)}>
              Import {formatCount(shown.summary?.projects.length ?? 0, 'project')}
            </Button>
            {renderDeleteButton('Delete upload')}
          </div>
        </>
      )
    case 'failed':
      return (
        <p className={classes.problem} role="alert">
          {name} cannot be imported. {shown.failure}
        </p>
      )
    case 'done':
      return (
        <>
          <p>{name} is imported.</p>
          <ImportFacts shown={shown} />
        </>
      )
  }
}

/** Refetches all queries after an import, because the list of organizations contains the imported projects. */
function useRefetchWhenImported(latest: DataImport | undefined): void {
  const queryClient = useQueryClient()
  const wasRunning = useRef(false)
  useEffect(() => {
    if (latest?.state === 'done' && wasRunning.current) void queryClient.invalidateQueries()
    wasRunning.current = latest !== undefined && isDataImportRunning(latest)
  }, [latest, queryClient])
}
