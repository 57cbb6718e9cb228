import { type DateOrder, type EarningsImport, isCurrency } from '@linkshelf/contract'
import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ProjectScope } from '../../../api/api.ts'
import { showCount } from '../../../ui/formats/numbers.ts'
import { Segments } from '../../../ui/forms/segments.tsx'
import panel from '../../../ui/imports/import-panel.module.css'
import type { ImportStepProps } from '../../../ui/imports/import-panel.tsx'
import { FailedFile, RunningFile } from '../../../ui/imports/import-steps.tsx'
import { useRejectedRows, useStartImport, useUndoImport } from './import-mutations.ts'
import classes from './import-panel.module.css'
import { ImportPreview } from './import-preview.tsx'

type StepProps = ImportStepProps<EarningsImport, ProjectScope>

export function FailedReport({ shown: { file_name, failure }, onAnother, onClose }: StepProps) {
  return <FailedFile onAnother={onAnother} onClose={onClose} fileName={file_name} failure={failure} another="Choose another report" />
}

const unanswered = ''

/** Shows how a report was read, asks the questions that it leaves open, and starts the import. */
export function CheckedReport({ scope, shown, onAnother }: StepProps) {
  const [dateOrder, setDateOrder] = useState<DateOrder | typeof unanswered>(unanswered)
  const [currency, setCurrency] = useState(shown.currency ?? '')
  const start = useStartImport(scope)
  const deletion = useUndoImport(scope)
  const asksOrder = shown.questions.includes('date_order')
  const asksCurrency = shown.questions.includes('currency')
  const code = currency.trim().toUpperCase()
  const isAnswered = (!asksOrder || dateOrder !== unanswered) && (!asksCurrency || isCurrency(code))
  const count = shown.added + shown.known
  return (
    <div className={panel.panel}>
      <p className={panel.file}>
        <strong>{shown.file_name}</strong> has {showCount(shown.rows, 'row')}. Nothing is imported yet.
      </p>
      <ImportPreview
        shown={shown}
        currency={isCurrency(code) ? code : null}
        rejected={<RejectedRowsButton scope={scope} shown={shown} />}
      />
      {(asksOrder || asksCurrency) && (
        <div className={classes.questions}>
          {asksOrder && <OrderQuestion example={shown.date_example ?? ''} chosen={dateOrder} onChoose={setDateOrder} />}
          {asksCurrency && (
            <TextInput
              label="Currency"
              description={
                shown.currency === null
                  ? 'The report does not say which one its amounts are in.'
                  : 'Several currencies have the sign that the report uses.'
              }
              placeholder="USD"
              required
              maxLength={3}
              autoComplete="off"
              value={currency}
              onChange={(event) => setCurrency(event.currentTarget.value)}
            />
          )}
        </div>
      )}
      <Group justify="flex-end">
        <Button
          variant="default"
          onClick={() => deletion.mutate({ importId: shown.import_id }, { onSettled: onAnother })}
          loading={deletion.isPending}
        >
          Choose another
        </Button>
        <Button
          data-autofocus
          disabled={count === 0 || !isAnswered}
          loading={start.isPending}
          onClick={() =>
            start.mutate({ importId: shown.import_id, dateOrder: dateOrder || undefined, currency: asksCurrency ? code : undefined })
          }
        >
          Import {showCount(count, 'transaction')}
        </Button>
      </Group>
    </div>
  )
}

interface OrderQuestionProps {
  /** A date of the file. */
  example: string
  chosen: DateOrder | typeof unanswered
  onChoose: (order: DateOrder) => void
}

function OrderQuestion({ example, chosen, onChoose }: OrderQuestionProps) {
  const choices: { name: DateOrder; label: string }[] = [
    { name: 'day_first', label: 'Day first' },
    { name: 'month_first', label: 'Month first' },
  ]
  return (
    <div>
      <p className={panel.file}>
        Dates such as <strong>{example}</strong> could be read both ways. Which comes first?
      </p>
      <Segments label="Order of dates" choices={choices} chosen={chosen as DateOrder} onChoose={onChoose} />
    </div>
  )
}

/** Shown while the server checks the report, or imports it. */
export function RunningImport({ scope, shown, onAnother, onClose }: StepProps) {
  const deletion = useUndoImport(scope)
  return (
    <RunningFile
      fileName={shown.file_name}
      before={shown.state === 'checking' ? 'Reading' : undefined}
      processed={shown.processed}
      rows={shown.rows}
      stop="Stop and undo"
      isStopping={deletion.isPending}
      onStop={() => deletion.mutate({ importId: shown.import_id }, { onSettled: onAnother })}
      onClose={onClose}
    />
  )
}

export function FinishedImport({ scope, shown, onAnother, onClose }: StepProps) {
  return (
    <div className={panel.panel}>
      <p className={panel.file} role="status">
        <strong>{shown.file_name}</strong> is imported. Its sales are joined to your links within a minute.
      </p>
      <ImportPreview shown={shown} currency={shown.currency} rejected={<RejectedRowsButton scope={scope} shown={shown} />} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onAnother}>
          Import another report
        </Button>
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </div>
  )
}

function RejectedRowsButton({ scope, shown }: Pick<StepProps, 'scope' | 'shown'>) {
  const rejected = useRejectedRows(scope, shown.import_id)
  return (
    <Button variant="default" size="compact-xs" ml={6} loading={rejected.isPending} onClick={() => rejected.mutate()}>
      Download them
    </Button>
  )
}
