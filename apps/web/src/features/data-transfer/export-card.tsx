import { type DataExport, dataExportDays } from '@linkshelf/contract'
import { Button, Skeleton, Text } from '@mantine/core'
import { IconFileZip, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Card } from '../../ui/card.tsx'
import { formatInstant } from '../../ui/formats/dates.ts'
import { IconAction } from '../../ui/icon-action.tsx'
import { QueryBoundary } from '../../ui/states/query-boundary.tsx'
import { IconRow, IconRows, TitledCard } from '../../ui/titled-card.tsx'
import classes from './data.module.css'
import { exportListQuery, formatBytes, useDeleteExport, useDownloadExport, useStartExport } from './data-queries.ts'

/** Starts exports of an organization, and offers finished exports for download. */
export function ExportCard({ orgId }: { orgId: string }) {
  const exports = useQuery(exportListQuery(orgId))
  return (
    <QueryBoundary query={exports} loading={<CardSkeleton />} error="Your exports could not be loaded" isEmpty={() => false}>
      {(list) => <Exports orgId={orgId} exports={list} />}
    </QueryBoundary>
  )
}

function Exports({ orgId, exports }: { orgId: string; exports: readonly DataExport[] }) {
  const start = useStartExport(orgId)
  const isRunning = exports.some(({ state }) => state === 'running')
  return (
    <TitledCard
      title="Export"
      description={`Everything in this organization, in one archive: links, stores, products, pictures, clicks and page views. Archives are deleted after ${dataExportDays} days.`}
      action={
        <Button onClick={() => start.mutate()} loading={start.isPending} disabled={isRunning}>
          Start export
        </Button>
      }
    >
      {exports.length > 0 && (
        <IconRows label="Exports">
          {exports.map((one) => (
            <ExportRow key={one.export_id} orgId={orgId} shown={one} />
          ))}
        </IconRows>
      )}
    </TitledCard>
  )
}

function ExportRow({ orgId, shown }: { orgId: string; shown: DataExport }) {
  const download = useDownloadExport(orgId)
  const deletion = useDeleteExport(orgId)
  const started = formatInstant(shown.created_at)
  const isRunning = shown.state === 'running'
  return (
    <IconRow
      icon={<IconFileZip aria-hidden size={21} stroke={1.6} />}
      name={shown.file_name}
      buttons={
        isRunning ? (
          <Button variant="default" size="xs" loading={deletion.isPending} onClick={() => deletion.mutate(shown.export_id)}>
            Stop
          </Button>
        ) : (
          <>
            <Button
              variant="default"
              size="xs"
              aria-label={`Download the export of ${started}`}
              loading={download.isPending}
              onClick={() => download.mutate(shown.export_id)}
            >
              Download
            </Button>
            <IconAction
              action="Delete"
              name={`the export of ${started}`}
              Icon={IconTrash}
              onClick={() => deletion.mutate(shown.export_id)}
            />
          </>
        )
      }
    >
      <Text size="sm" c="dimmed" role={isRunning ? 'status' : undefined}>
        {isRunning
          ? `${shown.progress}% written. You can leave this page, it continues.`
          : `${formatBytes(shown.bytes)} · until ${formatInstant(shown.expires_at ?? shown.created_at)}`}
      </Text>
      {isRunning && <progress className={classes.progress} aria-label="Export" value={shown.progress} max={100} />}
    </IconRow>
  )
}

/** The skeleton is as high as a card without entries. */
export function CardSkeleton() {
  return (
    <Card h={112} role="status" aria-label="Loading">
      <Skeleton height={24} maw={140} mb={14} />
      <Skeleton height={14} maw={420} />
    </Card>
  )
}
