import { dataImportId, dataImportMessages, earningsImportMessages } from '@linkshelf/contract'
import { expect, it, vi } from 'vitest'
import { anArchiveOfLines } from '../../test/builders/archive-builder.ts'
import { anOrganization, aProject } from '../../test/builders/builders.ts'
import { dotsWorkbook, farRowsWorkbook } from '../../test/builders/workbook-builder.ts'
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

const aReport = (workbook: Buffer<ArrayBuffer>) => new File([workbook], 'report.xlsx')

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
  const query = `select organization_id from audit_log where action in ('link_import.check', 'earnings_import.check') order by created_at`
  return (await queryAsOwner<{ organization_id: string }>(deps, query)).map(({ organization_id }) => organization_id)
}

const uploadLinks = (deps: TestDeps, ctx: ProjectContext) =>
  createImport(linkImports, deps, ctx, new File(['url\nhttps://shop.example/lamp'], 'links.csv'))

it('ends hostile files with a sentence, and checks the file of another organization before the second of them', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const [attacker, neighbor] = [await aProject(deps, { owned: await anOrganization(deps) }), await aProject(deps)]
  for (const file of [farRowsWorkbook(), dotsWorkbook()]) await createImport(earningsImports, deps, attacker, aReport(file))
  await uploadArchive(deps, attacker, await anArchiveOfLines())
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
