import { dataImportId, dataImportMessages, earningsImportMessages } from '@linkshelf/contract'
import { strToU8, zipSync } from 'fflate'
import { expect, it, vi } from 'vitest'
import { aWholeArchive } from '../../test/builders/archive-builder.ts'
import { anOrganization, aProject } from '../../test/builders/builders.ts'
import { queryAsOwner } from '../../test/databases/as-owner.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { runAsJobsAccount } from '../../test/run-as-jobs-account.ts'
import type { OrganizationContext, ProjectContext } from '../access/index.ts'
import { addPart, createImport as createDataImport } from '../data-transfer/import/imports.ts'
import { earningsImports } from '../earnings/imports/earnings-imports.ts'
import { openJobs } from '../jobs.ts'
import { linkImports } from '../links/import/link-imports.ts'
import { fileLimitFailure } from './file-parser.ts'
import { createImport } from './index.ts'

const worksheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
const row = (...cells: string[]) => `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`
const heading = row('ASIN', 'Tracking ID', 'Date Shipped', 'Ad Fees($)')

function aWorkbook(sheets: string[]): File {
  const parts = sheets.map((sheet, index) => [`xl/worksheets/sheet${index + 1}.xml`, strToU8(worksheet(sheet))])
  return new File([new Uint8Array(zipSync(Object.fromEntries(parts)))], 'report.xlsx')
}

const dots = aWorkbook([heading + row('B0', 'lamps-20', '2026-09-15', '.'.repeat(300_000))])
const farRows = aWorkbook(Array.from({ length: 300 }, () => '<row r="200000"/>'))

const project = {
  id: '01900000-0000-7000-8000-000000000001',
  name: 'Lamps',
  description: 'Lamps',
  status: 'active',
  created_at: '2026-01-01T00:00:00Z',
}
/** 64 MB of lines, in 63 KB. */
const anArchiveOfLines = () =>
  aWholeArchive([
    ['projects/0001/project.json', JSON.stringify(project)],
    ['projects/0001/links-0001.jsonl', '{}\n'.repeat(21_000_000)],
  ])

async function uploadArchive(deps: TestDeps, ctx: OrganizationContext, archive: Buffer): Promise<void> {
  const { import_id } = await createDataImport(deps, ctx, { file_name: 'archive.tar.gz', bytes: archive.length })
  await addPart(ctx, { importId: dataImportId.parse(import_id), number: 0, file: new File([new Uint8Array(archive)], 'part') })
}

/** Runs the background jobs until no import is being checked. */
async function runJobs(deps: TestDeps): Promise<void> {
  await runAsJobsAccount(deps, async (jobDeps) => {
    const options = { databaseUrl: deps.accounts.jobs, operatorEmail: undefined, clickRetentionMonths: 13 }
    const jobs = await openJobs({ deps: jobDeps, ...options })
    const unchecked = `select 1 from file_imports where state = 'checking' union all select 1 from data_imports where state = 'checking'`
    await vi.waitFor(async () => expect(await queryAsOwner(deps, unchecked)).toEqual([]), { timeout: 240_000, interval: 200 })
    await jobs.close()
  })
}

function outcomesOf(deps: TestDeps, { organization }: OrganizationContext): Promise<{ state: string; failure: string | null }[]> {
  const query = `select state, failure from file_imports where organization_id = $1
    union all select state, failure from data_imports where organization_id = $1`
  return queryAsOwner(deps, query, [organization.id])
}

/** The organizations whose files were checked, in that order. */
async function checkedInOrder(deps: TestDeps): Promise<string[]> {
  const query = `select organization_id from audit_log where action in ('link_import.check', 'earnings_import.check') order by id`
  return (await queryAsOwner<{ organization_id: string }>(deps, query)).map(({ organization_id }) => organization_id)
}

const uploadLinks = (deps: TestDeps, ctx: ProjectContext) =>
  createImport(linkImports, deps, ctx, new File(['url\nhttps://shop.example/lamp'], 'links.csv'))

it('ends hostile files with a sentence, and checks the file of another organization before the second of them', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const [attacker, neighbor] = [await aProject(deps, { owned: await anOrganization(deps) }), await aProject(deps)]
  await uploadArchive(deps, attacker, await anArchiveOfLines())
  for (const file of [farRows, dots]) await createImport(earningsImports, deps, attacker, file)
  await uploadLinks(deps, neighbor)

  await runJobs(deps)

  const { tooManySheetRows, cellTooLong } = earningsImportMessages
  expect((await outcomesOf(deps, attacker)).map(({ failure }) => failure).toSorted()).toEqual(
    [tooManySheetRows, cellTooLong, dataImportMessages.tooManyInvalidRows].toSorted(),
  )
  expect(await outcomesOf(deps, neighbor)).toEqual([{ state: 'ready', failure: null }])
  const [attackerId, neighborId] = [attacker.organization.id, neighbor.organization.id]
  expect(await checkedInOrder(deps)).toEqual([attackerId, neighborId, attackerId])
})

it('fails the import of a job in which the process died twice', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const ctx = await aProject(deps)
  await uploadLinks(deps, ctx)
  await uploadArchive(deps, ctx, await anArchiveOfLines())
  await queryAsOwner(deps, `insert into job_starts select id, 2 from graphile_worker._private_jobs where flags ? 'files'`)

  await runJobs(deps)

  expect(await outcomesOf(deps, ctx)).toEqual([
    { state: 'failed', failure: fileLimitFailure },
    { state: 'failed', failure: fileLimitFailure },
  ])
  expect(await queryAsOwner(deps, 'select * from job_starts')).toEqual([])
})
