import { dataImportId, dataImportMessages, earningsImportMessages } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { anArchiveOfLines, aWholeArchive } from '../../test/builders/archive-builder.ts'
import { anOrganization, aProject } from '../../test/builders/builders.ts'
import { aDotsWorkbook, aFarRowsWorkbook } from '../../test/builders/workbook-builder.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { runAsJobsAccount } from '../../test/run-as-jobs-account.ts'
import type { OrganizationContext, ProjectContext } from '../access/index.ts'
import { addPart, createImport as createDataImport } from '../data-transfer/import/imports.ts'
import { archiveLimitFailure } from '../data-transfer/import/read-planned-files.ts'
import { earningsImports } from '../earnings/imports/earnings-imports.ts'
import { openJobs } from '../jobs.ts'
import { linkImports } from '../links/import/link-imports.ts'
import type { Db } from '../platform/postgres/postgres.ts'
import { parseInChild } from '../platform/process/confined/parse-in-child.ts'
import { fileLimitFailure } from './file-parser.ts'
import { createImport } from './index.ts'

const aReport = (workbook: Buffer<ArrayBuffer>) => new File([workbook], 'report.xlsx')

async function uploadArchive(deps: TestDeps, ctx: OrganizationContext, archive: Buffer): Promise<void> {
  const { import_id } = await createDataImport(deps, ctx, { file_name: 'archive.tar.gz', bytes: archive.length })
  await addPart(ctx, { importId: dataImportId.parse(import_id), number: 0, file: new File([new Uint8Array(archive)], 'part') })
}

interface RunOptions {
  /** Returns the connection that the jobs use. */
  connect?(db: Db): Db
  /** Runs before the jobs stop. */
  beforeStop?(): Promise<unknown>
}

/** Runs background jobs until no import of these organizations is in the state `checking`. */
async function runJobs(deps: TestDeps, contexts: readonly OrganizationContext[], { connect, beforeStop }: RunOptions = {}): Promise<void> {
  await runAsJobsAccount(deps, async (jobDeps) => {
    const options = { databaseUrl: deps.accounts.jobs, operatorEmail: undefined, clickRetentionMonths: 13, newDomainsPerThreeHours: 10 }
    const jobs = await openJobs({ deps: { ...jobDeps, db: connect?.(jobDeps.db) ?? jobDeps.db }, ...options })
    const listStates = async () => (await Promise.all(contexts.map((ctx) => selectOutcomes(deps, ctx)))).flat().map(({ state }) => state)
    await expect.poll(() => listStates(), { interval: 200 }).not.toContain('checking')
    await beforeStop?.()
    await jobs.close()
  })
}

/**
 * Returns a connection on which each of these jobs waits for `end`, after the statement that stores the job's start.
 */
function holdJobs(db: Db, jobIds: readonly string[], end: Promise<void>): Db {
  const held = new WeakSet<object>()
  return db.withPlugin({
    transformQuery({ node, queryId }) {
      const text = JSON.stringify(node)
      if (text.includes('"job_starts"') && jobIds.some((id) => text.includes(`"${id}"`))) held.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (held.has(queryId)) await end
      return result
    },
  })
}

function selectOutcomes(deps: TestDeps, { organization }: OrganizationContext): Promise<{ state: string; failure: string | null }[]> {
  const query = `select state, failure from file_imports where organization_id = $1
    union all select state, failure from data_imports where organization_id = $1`
  return queryAsOwner(deps, query, [organization.id])
}

/** Returns the organizations whose files were checked, in the order of the checks. */
async function listCheckedOrganizations(deps: TestDeps): Promise<string[]> {
  const query = `select organization_id from audit_log where action in ('link_import.check', 'earnings_import.check') order by created_at`
  return (await queryAsOwner<{ organization_id: string }>(deps, query)).map(({ organization_id }) => organization_id)
}

const uploadLinks = (deps: TestDeps, ctx: ProjectContext, thing = 'lamp') =>
  createImport(linkImports, deps, ctx, new File([`url\nhttps://shop.example/${thing}`], 'links.csv'))

it("fails hostile files with a message, and checks another organization's file before the second hostile file", async () => {
  await using deps = await openTestDeps({ parseForeignFile: parseInChild, clicks: true })
  const [attacker, neighbor] = [await aProject(deps, { owned: await anOrganization(deps) }), await aProject(deps)]
  for (const file of [aFarRowsWorkbook(), aDotsWorkbook()]) await createImport(earningsImports, deps, attacker, aReport(file))
  await uploadArchive(deps, attacker, await anArchiveOfLines())
  await uploadLinks(deps, neighbor)

  await runJobs(deps, [attacker, neighbor])

  const { tooManySheetRows, cellTooLong } = earningsImportMessages
  expect((await selectOutcomes(deps, attacker)).map(({ failure }) => failure).toSorted()).toEqual(
    [tooManySheetRows, cellTooLong, dataImportMessages.tooManyInvalidRows].toSorted(),
  )
  expect(await selectOutcomes(deps, neighbor)).toEqual([{ state: 'ready', failure: null }])
  const order = await listCheckedOrganizations(deps)
  expect(order.indexOf(neighbor.organization.id)).toBeLessThan(order.lastIndexOf(attacker.organization.id))
})

it("reads one organization's file and archive while those of another do not end", async () => {
  await using deps = await openTestDeps({ parseForeignFile: parseInChild, clicks: true })
  const [slow, neighbor] = [await aProject(deps, { owned: await anOrganization(deps) }), await aProject(deps)]
  const archive = await aWholeArchive([['organization.json', '{"name":"Lamps"}']])
  for (const thing of ['lamp', 'vase']) await uploadLinks(deps, slow, thing)
  await uploadLinks(deps, neighbor)
  for (const ctx of [slow, neighbor]) await uploadArchive(deps, ctx, archive)

  const slowJobs = await queryAsOwner<{ id: string }>(
    deps,
    `select id from graphile_worker._private_jobs where flags::text like '%' || $1 || '%'`,
    [slow.organization.id],
  )
  const end = Promise.withResolvers<void>()
  await runJobs(deps, [neighbor], {
    connect: (db) =>
      holdJobs(
        db,
        slowJobs.map(({ id }) => id),
        end.promise,
      ),
    async beforeStop() {
      expect(await selectOutcomes(deps, slow)).toEqual(Array(3).fill({ state: 'checking', failure: null }))
      end.resolve()
    },
  })
  expect(await selectOutcomes(deps, neighbor)).toEqual(Array(2).fill({ state: 'ready', failure: null }))
})

it('fails the import if the process died twice while it ran the job', async () => {
  await using deps = await openTestDeps({ parseForeignFile: parseInChild, clicks: true })
  const ctx = await aProject(deps)
  await uploadLinks(deps, ctx)
  await uploadArchive(deps, ctx, await anArchiveOfLines())
  await queryAsOwner(
    deps,
    `insert into job_starts select id, 2 from graphile_worker._private_jobs where flags::text ~ '"(files|archives):'`,
  )

  await runJobs(deps, [ctx])

  expect(await selectOutcomes(deps, ctx)).toEqual([
    { state: 'failed', failure: fileLimitFailure },
    { state: 'failed', failure: archiveLimitFailure },
  ])
  expect(await queryAsOwner(deps, 'select * from job_starts')).toEqual([])
})
