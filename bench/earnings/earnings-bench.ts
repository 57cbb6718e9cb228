// Measures the import of a report with 100,000 transactions, over HTTP and through the job queue. The report is checked
// and imported, then imported again as part of a longer report, and then the second import is undone.
import type { EarningsImport } from '@linkshelf/contract'
import pg from 'pg'
import { openJobs } from '../../apps/server/src/jobs.ts'
import { createBenchDeps, openBenchAccount } from '../../harness/open-bench-account.ts'
import { openBenchPostgres } from '../../harness/open-bench-postgres.ts'
import { measureMs, printMachine } from '../measure.ts'

const rowCount = 100_000
const rowsPerDay = 1_000

await using postgres = await openBenchPostgres()
const account = await openBenchAccount(postgres)
const { client, organization, project } = account
const jobDeps = createBenchDeps(postgres.accounts.jobs)
const jobs = await openJobs({
  deps: jobDeps,
  databaseUrl: postgres.accounts.jobs,
  operatorEmail: undefined,
  clickRetentionMonths: 13,
  newDomainsPerThreeHours: 10,
})
const params = { orgId: organization.id, projectId: project.id }
const owner = new pg.Client({ connectionString: postgres.url })
await owner.connect()

printMachine({})
const heading = 'Category,Name,ASIN,Seller,Tracking ID,Date Shipped,Price($),Items Shipped,Returns,Revenue($),Ad Fees($),Device Type Group'
const rows = Array.from({ length: rowCount }, (_, nth) => toRow(nth))
const report = [heading, ...rows].join('\n')
const first = await importReport(report)
const totals = await selectTotals()
const second = await importReport(`${report}\n${toRow(rowCount)}`)
const withOneMore = await selectTotals()
const undoMs = await measureMs(() => client.earningsImports.delete({ params: { ...params, earningsImportId: second.result.import_id } }))
const undone = await selectTotals()

expectEqual('transactions of the first import', first.result.added, rowCount)
expectEqual('new transactions of the second', second.result.added, 1)
expectEqual('transactions after both', withOneMore.count, rowCount + 1)
expectEqual('totals after undoing the second', undone, totals)

const toSeconds = (ms: number) => Number((ms / 1_000).toFixed(2))
console.table({
  'first import': { MB: first.megabytes, 'checked in s': toSeconds(first.checkMs), 'imported in s': toSeconds(first.importMs) },
  'the same and one more': { MB: second.megabytes, 'checked in s': toSeconds(second.checkMs), 'imported in s': toSeconds(second.importMs) },
})
console.log(
  `undone in ${toSeconds(undoMs)} s; totals ${JSON.stringify(totals)}, with one more ${JSON.stringify(withOneMore)}, undone ${JSON.stringify(undone)}`,
)

await owner.end()
await jobs.close()
await jobDeps.close()
await account[Symbol.asyncDispose]()

/** Returns a row of the report. Every tenth row equals the row before it. Every fiftieth row is a return. */
function toRow(nth: number): string {
  const same = nth % 10 === 9 ? nth - 1 : nth
  const day = new Date(Date.UTC(2026, 0, 1 + Math.floor(nth / rowsPerDay))).toISOString().slice(0, 10)
  const [sign, items] = same % 50 === 0 ? ['-', '0,1'] : ['', '1,0']
  const price = (10 + (same % 900) / 10).toFixed(2)
  const fee = (0.3 + (same % 270) / 100).toFixed(2)
  const asin = `B0${String(same % 40_000).padStart(8, '0')}`
  return `Home,"Lamp number ${same}, with a shade",${asin},Amazon.com,mia-${same % 40}-20,${day},${price},${items},${sign}${price},${sign}${fee},DESKTOP`
}

async function importReport(csv: string) {
  let one: EarningsImport | undefined
  const waitForState = async (state: EarningsImport['state']) => {
    while (one?.state !== state) {
      if (one === undefined || one.state === 'failed') throw new Error(`The report was not imported: ${one?.failure}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
      one = await client.earningsImports.get({ params: { ...params, earningsImportId: one.import_id } })
    }
    return one
  }
  const checkMs = await measureMs(async () => {
    one = await client.earningsImports.create({ params, body: { file: new File([csv], 'report.csv') } })
    await waitForState('ready')
  })
  const importMs = await measureMs(async () => {
    one = await client.earningsImports.start({ params: { ...params, earningsImportId: one?.import_id ?? '' }, body: {} })
    await waitForState('done')
  })
  return { result: await waitForState('done'), megabytes: Number((csv.length / 1e6).toFixed(1)), checkMs, importMs }
}

/** Reads the totals as the owner of the tables, because the totals of the API need clicks too. */
async function selectTotals(): Promise<{ count: number; earned: number; reversed: number }> {
  const { rows: found } = await owner.query(
    'select count(*)::int as count, sum(amount)::int as earned, sum(reversed_amount)::int as reversed from earnings where is_current',
  )
  return found[0]
}

function expectEqual(what: string, found: unknown, expected: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`)
}
