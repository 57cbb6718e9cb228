import type { EarningsImport, FileImportState } from '@linkshelf/contract'
import { Button, Title } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../../api/api.ts'
import { Can } from '../../../session/permissions.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatDateRange, formatInstant } from '../../../ui/formats/dates.ts'
import { formatNumber } from '../../../ui/formats/numbers.ts'
import { IconAction } from '../../../ui/icon-action.tsx'
import { createLazyDialog } from '../../../ui/overlays/dialogs.tsx'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { DataTable } from '../../../ui/tables/data-table.tsx'
import type { Column } from '../../../ui/tables/data-table-columns.ts'
import { Tag } from '../../../ui/tag.tsx'
import { earningsImportsQuery } from '../earnings-queries.ts'
import { reportNames } from '../report-names.ts'
import classes from './imports-card.module.css'

const openImportDialog = createLazyDialog(async () => (await import('./import-dialogs.tsx')).reportImportDialog)
const openUndoDialog = createLazyDialog(async () => (await import('./import-dialogs.tsx')).undoDialog)

const states: Record<FileImportState, { label: string; tone: 'neutral' | 'good' | 'pending' | 'bad' }> = {
  checking: { label: 'Reading', tone: 'pending' },
  ready: { label: 'Waits for you', tone: 'pending' },
  importing: { label: 'Importing', tone: 'pending' },
  done: { label: 'Imported', tone: 'good' },
  failed: { label: 'Not an earnings file', tone: 'bad' },
  undoing: { label: 'Being undone', tone: 'pending' },
  undone: { label: 'Undone', tone: 'neutral' },
}

/** The imported reports. Each import can be undone. */
export function ImportsCard({ scope }: { scope: ProjectScope }) {
  const { data, error, refetch } = useQuery(earningsImportsQuery(scope))
  if (data === undefined && error !== null)
    return <ErrorPanel title="The imports could not be loaded" error={error} onRetry={refetch} headingOrder={2} />
  return (
    <Card p={0}>
      <div className={classes.head}>
        <Title order={2}>Reports</Title>
        <Can call="earningsImports.create">
          <Button size="xs" onClick={({ currentTarget }) => openImportDialog(currentTarget, scope)}>
            Import earnings file
          </Button>
        </Can>
      </div>
      <DataTable
        label="Reports"
        columns={columns}
        rows={data}
        rowKey={({ import_id }) => import_id}
        shownAtFirst={5}
        actions={(shown) => (
          <Can call="earningsImports.delete">
            <IconAction
              action="Undo import of"
              name={shown.file_name}
              Icon={IconArrowBackUp}
              onClick={(button) => openUndoDialog(button, scope, shown)}
            />
          </Can>
        )}
        empty={<p className={classes.empty}>No earnings file was imported yet.</p>}
      />
    </Card>
  )
}

const columns: Column<EarningsImport>[] = [
  {
    id: 'file',
    header: 'File',
    className: classes.file ?? '',
    title: ({ created_at }) => `Uploaded ${formatInstant(created_at)}`,
    cell: ({ file_name, report }) => (
      <>
        {report === null ? file_name : reportNames[report]}
        {report !== null && <small>{file_name}</small>}
      </>
    ),
  },
  {
    id: 'period',
    header: 'Period',
    isUnknown: ({ from }) => from === null,
    cell: ({ from, to }) => (from === null || to === null ? '–' : formatDateRange({ from, to })),
  },
  {
    id: 'added',
    header: 'New',
    isNumber: true,
    cell: ({ added }) => formatNumber(added),
    title: ({ known, rejected }) => `${formatNumber(known)} known already, ${formatNumber(rejected)} rejected`,
    unit: () => 'new',
  },
  { id: 'state', header: 'State', cell: ({ state }) => <Tag tone={states[state].tone}>{states[state].label}</Tag> },
]
