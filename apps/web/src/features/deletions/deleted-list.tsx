import { restorableDays } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconTrash, IconTrashX } from '@tabler/icons-react'
import type { UseMutationResult } from '@tanstack/react-query'
import { type CallName, useCan } from '../../session/permissions.tsx'
import { Card } from '../../ui/card.tsx'
import { formatInstant, formatTimeAgo, useMinute } from '../../ui/formats/dates.ts'
import { formatCount } from '../../ui/formats/numbers.ts'
import { ConfirmMutation } from '../../ui/overlays/dialog-form.tsx'
import { openDialog } from '../../ui/overlays/dialogs.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { DataTable } from '../../ui/tables/data-table.tsx'
import type { Column } from '../../ui/tables/data-table-columns.ts'
import { LoadMore, type LoadMorePages } from '../../ui/tables/load-more.tsx'
import { RowCheckbox } from '../../ui/tables/row-checkbox.tsx'
import { useRowSelection } from '../../ui/tables/row-selection.ts'
import { SelectionBar } from '../../ui/tables/selection-bar.tsx'
import classes from './deleted-list.module.css'

/** The fields that a deleted link and a deleted product have in common. */
interface DeletedRow {
  deleted_at: string
  deleted_by: string | null
  restorable_until: string
}

type Noun = 'link' | 'product'

interface DeletedListProps<Row> {
  noun: Noun
  /** A sentence that says how many deleted links or products a project can have. */
  limitNote: string
  /** The loaded rows. Undefined while the first page loads. */
  rows: readonly Row[] | undefined
  pages: LoadMorePages & { isError: boolean; isPlaceholderData: boolean; refetch: () => unknown }
  /** The name of the current view. If it changes, the selection is cleared. */
  view: string
  /** Whether the list shows only rows that match a search. */
  isSearched: boolean
  /** Maximum number of rows that one call changes. */
  max: number
  idOf: (row: Row) => string
  nameOf: (row: Row) => string
  /** Returns what is shown below the name. */
  describe?: (row: Row) => React.ReactNode
  restore: { isPending: boolean; mutate: (rows: readonly Row[]) => void }
  /** Returns the body of the dialog that erases the rows. */
  eraseForm: (rows: readonly Row[], close: () => void) => React.ReactNode
  calls: { restore: CallName; erase: CallName }
}

/** Lists deleted links or products: who deleted each one, when, and until when it can be restored. */
export function DeletedList<Row extends DeletedRow>({
  noun,
  limitNote,
  rows,
  pages,
  view,
  isSearched,
  max,
  idOf,
  nameOf,
  describe,
  restore,
  eraseForm,
  calls,
}: DeletedListProps<Row>) {
  const selection = useRowSelection({ view, rows: rows ?? [], idOf, max })
  const [canRestore, canErase] = [useCan(calls.restore), useCan(calls.erase)]
  const now = useMinute()

  if (rows === undefined && pages.isError)
    return <ErrorPanel title={`Error loading deleted ${noun}s`} error={pages.error} onRetry={pages.refetch} />

  function openEraseDialog(chosen: readonly Row[], opener: HTMLElement): void {
    const title = chosen.length === 1 ? `Erase ${noun}` : `Erase ${noun}s`
    void openDialog(async () => ({ title, body: (close) => eraseForm(chosen, close) }), opener)
  }

  const columns: Column<Row>[] = [
    {
      id: 'name',
      header: 'Name',
      cell: (row) => (
        <span className={classes.name}>
          {canRestore && (
            <RowCheckbox
              name={nameOf(row)}
              isSelected={selection.has(row)}
              isDisabled={selection.isFull && !selection.has(row)}
              onSelect={(isRange) => selection.toggle(row, isRange)}
            />
          )}
          <span className={classes.text}>
            {nameOf(row)}
            {describe && <span className={classes.detail}>{describe(row)}</span>}
          </span>
        </span>
      ),
    },
    {
      id: 'deleted',
      header: 'Deleted',
      className: classes.deleted,
      cell: ({ deleted_at: instant, deleted_by: actor }) => (
        <>
          <time dateTime={instant}>{formatTimeAgo(instant, now)}</time>
          {actor !== null && ` by ${actor}`}
        </>
      ),
      title: ({ deleted_at: instant }) => formatInstant(instant),
    },
    {
      id: 'until',
      header: 'Can be restored',
      className: classes.until,
      cell: ({ restorable_until: instant }) => (
        <>
          until <time dateTime={instant}>{formatInstant(instant)}</time>
        </>
      ),
    },
  ]

  return (
    <>
      <p className={classes.note}>
        Deleted {noun}s can be restored for {restorableDays} days. {limitNote}
      </p>
      {rows !== undefined && rows.length > 0 && canRestore && (
        <SelectionBar
          label={`Selected ${noun}s`}
          selection={selection}
          shownCount={rows.length}
          actions={[
            {
              label: 'Restore',
              Icon: IconArrowBackUp,
              isWorking: restore.isPending,
              onClick: () => restore.mutate(selection.selected),
            },
            ...(canErase
              ? [
                  {
                    label: 'Erase now',
                    Icon: IconTrashX,
                    isDangerous: true,
                    onClick: (button: HTMLElement) => openEraseDialog(selection.selected, button),
                  },
                ]
              : []),
          ]}
        />
      )}
      <Card p={0}>
        <DataTable
          label={`Deleted ${noun}s`}
          columns={columns}
          rows={rows}
          rowKey={idOf}
          isStale={pages.isPlaceholderData}
          actions={
            canRestore
              ? (row) => (
                  <>
                    <Button variant="default" size="xs" aria-label={`Restore ${nameOf(row)}`} onClick={() => restore.mutate([row])}>
                      Restore
                    </Button>
                    {canErase && (
                      <Button
                        variant="subtle"
                        color="red"
                        size="xs"
                        aria-label={`Erase now: ${nameOf(row)}`}
                        onClick={({ currentTarget }) => openEraseDialog([row], currentTarget)}
                      >
                        Erase now
                      </Button>
                    )}
                  </>
                )
              : undefined
          }
          foot={(list) => <LoadMore pages={pages} {...list} />}
          empty={
            <EmptyState
              icon={<IconTrash aria-hidden size={26} stroke={1.5} />}
              title={isSearched ? `No deleted ${noun}s match your search` : `No deleted ${noun}s`}
            >
              {isSearched ? 'Try another word.' : `If you delete a ${noun}, you find it here and can restore it.`}
            </EmptyState>
          }
        />
      </Card>
    </>
  )
}

interface EraseFormProps<Row> {
  noun: Noun
  rows: readonly Row[]
  nameOf: (row: Row) => string
  erase: Pick<UseMutationResult<unknown, Error, readonly Row[], unknown>, 'isPending' | 'mutate'>
  onClose: () => void
}

/** Asks whether to erase deleted links or products before their time. */
export function EraseForm<Row>({ noun, rows, nameOf, erase, onClose }: EraseFormProps<Row>) {
  const [only] = rows
  return (
    <ConfirmMutation action="Erase now" isDangerous mutation={erase} subject={rows} onClose={onClose}>
      <strong>{rows.length === 1 && only !== undefined ? nameOf(only) : formatCount(rows.length, noun)}</strong> can’t be restored
      afterwards. The content and the QR code are erased for good. The activity log keeps what it recorded.
    </ConfirmMutation>
  )
}
