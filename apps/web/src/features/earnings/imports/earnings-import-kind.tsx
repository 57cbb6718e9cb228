import {
  type DateOrder,
  type EarningsImport,
  earningsFileMaxBytes,
  earningsFileMaxRows,
  earningsImportMessages,
  isCurrency,
} from '@linkshelf/contract'
import { type Retailer, retailerIds, retailerNames } from '@linkshelf/retailers'
import { TextInput } from '@mantine/core'
import { IconFileTypeXls } from '@tabler/icons-react'
import { Fragment } from 'react'
import { api } from '../../../api/api.ts'
import { formatCount, formatNumber } from '../../../ui/formats/numbers.ts'
import { Segments } from '../../../ui/forms/segments.tsx'
import type { ImportChoicesProps, ImportKind, ImportSummaryProps } from '../../file-imports/import-kind.ts'
import panel from '../../file-imports/import-panel.module.css'
import { earningsImportsQuery } from '../earnings-queries.ts'
import classes from './earnings-import.module.css'
import { ReportPreview } from './report-preview.tsx'

/**
 * The user's answers about what the report does not contain: the order of day and month in its dates, and its currency.
 */
interface ReportAnswers {
  dateOrder: DateOrder | undefined
  /** The currency code as the user typed it. */
  currency: string
}

/** Where each retailer offers its earnings files. */
const sources: Readonly<Record<Retailer, string>> = {
  amazon: 'Reports → Download reports: earnings, orders or bounties, of any marketplace and language',
  ebay: 'Reports → Transaction Detail, with the status “All”',
  aliexpress: 'Reports → Live Order Tracking → Export',
}

/** Imports of retailers' earnings reports. */
export const earningsImportKind: ImportKind<EarningsImport, ReportAnswers> = {
  title: 'Import earnings file',
  listQuery: earningsImportsQuery,
  create: (scope, file) => api.earningsImports.create.call({ params: scope, body: { file } }),
  start: (scope, { import_id, questions }, { dateOrder, currency }) =>
    api.earningsImports.start.call({
      params: { ...scope, earningsImportId: import_id },
      body: { ...(dateOrder && { date_order: dateOrder }), ...(questions.includes('currency') && { currency: toCode(currency) }) },
    }),
  delete: (scope, earningsImportId) => api.earningsImports.delete.call({ params: { ...scope, earningsImportId } }),
  report: (scope, earningsImportId) => api.earningsImports.report.call({ params: { ...scope, earningsImportId } }),
  issues: (scope, earningsImportId, cursor) =>
    api.earningsImports.issues.call({ params: { ...scope, earningsImportId }, query: { cursor } }),
  changes: [api.earnings.key()],

  file: {
    label: 'Earnings file',
    hint: `Drop an earnings file here: CSV, TSV or XLSX, up to ${earningsFileMaxBytes / 1e6} MB and ${formatNumber(earningsFileMaxRows)} rows.`,
    accept: '.csv,.tsv,.txt,.xlsx,text/csv',
    Icon: IconFileTypeXls,
    maxBytes: earningsFileMaxBytes,
    tooLarge: earningsImportMessages.fileTooLarge,
  },
  texts: {
    uploadFailed: 'The file could not be uploaded. Please try again.',
    deleteFailed: 'The import could not be undone. Please try again.',
    checking: 'Reading',
    stop: 'Stop and undo',
    anotherAfterFailure: 'Choose another file',
    another: 'Choose another',
    importAnother: 'Import another file',
    afterImport: 'The sales are joined to your links within a minute.',
  },
  help: (
    <>
      <dl className={classes.sources}>
        {retailerIds.map((retailer) => (
          <Fragment key={retailer}>
            <dt>{retailerNames[retailer]}</dt>
            <dd>{sources[retailer]}</dd>
          </Fragment>
        ))}
      </dl>
      <p className={panel.help}>
        Periods may overlap: a sale counts once, and a later status replaces an earlier one. Every import can be undone.
      </p>
    </>
  ),
  hasReport: ({ rejected }) => rejected > 0,
  Summary: EarningsImportSummary,

  initialChoices: ({ currency }) => ({ dateOrder: undefined, currency: currency ?? '' }),
  Choices: ReportQuestions,
  isComplete: ({ questions }, { dateOrder, currency }) =>
    (!questions.includes('date_order') || dateOrder !== undefined) && (!questions.includes('currency') || isCurrency(toCode(currency))),
  importable: ({ added, known }) => ({ count: added + known, text: formatCount(added + known, 'transaction') }),
}

function toCode(currency: string): string {
  return currency.trim().toUpperCase()
}

function EarningsImportSummary({ shown, choices, report }: ImportSummaryProps<EarningsImport, ReportAnswers>) {
  const code = toCode(choices.currency)
  return <ReportPreview shown={shown} currency={isCurrency(code) ? code : null} report={report} />
}

function ReportQuestions({ shown, choices, onChange }: ImportChoicesProps<EarningsImport, ReportAnswers>) {
  const { questions, date_example: example, currency } = shown
  if (questions.length === 0) return null
  return (
    <div className={classes.questions}>
      {questions.includes('date_order') && (
        <OrderQuestion example={example ?? ''} chosen={choices.dateOrder} onChoose={(dateOrder) => onChange({ ...choices, dateOrder })} />
      )}
      {questions.includes('currency') && (
        <TextInput
          label="Currency"
          description={
            currency === null
              ? 'The file does not say which currency its amounts are in.'
              : 'Several currencies have the sign that the file uses.'
          }
          placeholder="USD"
          required
          maxLength={3}
          autoComplete="off"
          value={choices.currency}
          onChange={(event) => onChange({ ...choices, currency: event.currentTarget.value })}
        />
      )}
    </div>
  )
}

interface OrderQuestionProps {
  /** A date from the file that can be read both ways, for example 03/04/2026. */
  example: string
  chosen: DateOrder | undefined
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
