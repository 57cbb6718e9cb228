import { type EarningsImport, type EarningsImportId, type EarningsImportStart, earningsImportMessages } from '@linkshelf/contract'
import { fail, mutate, type ProjectContext } from '../../access/index.ts'
import { enqueueImportJob } from '../../file-imports/index.ts'
import { type ImportRow, importIssues, lockImportForUpdate, noCounts, updateImport } from './import-table.ts'
import { toEarningsImport } from './to-earnings-import.ts'

export const importEarningsTask = 'import-earnings'

/**
 * Imports a checked report in a job. One that is running continues, in a new job in case its own has failed for good;
 * one that is done stays so. Throws EARNINGS_IMPORT_NOT_FOUND; EARNINGS_IMPORT_NOT_READY for a file that is not checked
 * or can't be imported; REQUEST_INVALID without what the file leaves open.
 */
export function startImport(ctx: ProjectContext, importId: EarningsImportId, answers: EarningsImportStart): Promise<EarningsImport> {
  const { project } = ctx
  return mutate(ctx, { action: 'earnings_import.start', entity: 'earnings_import', entityId: importId }, async (tx, change) => {
    const present = (await lockImportForUpdate(tx, project.id, importId)) ?? fail('EARNINGS_IMPORT_NOT_FOUND')
    if (present.state === 'checking' || present.state === 'failed') fail('EARNINGS_IMPORT_NOT_READY')
    if (present.state === 'done') return toEarningsImport(present)

    if (present.state === 'ready') await importIssues.deleteAll(tx, project.id, importId)
    const started = { state: 'importing' as const, ...noCounts }
    const row =
      present.state === 'ready' ? await updateImport(tx, project.id, importId, { ...started, ...toAnswers(present, answers) }) : present
    await enqueueImportJob(tx, importEarningsTask, ctx, importId)
    change.after = { name: row.file_name, date_order: row.date_order, currency: row.currency }
    return toEarningsImport(row)
  })
}

/** An answer cannot contradict the file, whose own values count. */
function toAnswers(
  { date_order, currency, understood }: ImportRow,
  answers: EarningsImportStart,
): Pick<ImportRow, 'date_order' | 'currency'> {
  const dateOrder = date_order ?? answers.date_order ?? failField('date_order', earningsImportMessages.dateOrderRequired)
  const isCurrencyOpen = understood?.questions.includes('currency') ?? false
  const chosen = answers.currency ?? currency
  if (isCurrencyOpen && chosen === null) failField('currency', earningsImportMessages.currencyRequired)
  return { date_order: dateOrder, currency: chosen }
}

function failField(path: 'date_order' | 'currency', message: string): never {
  fail('REQUEST_INVALID', { issues: [{ path, message }] }, message)
}
