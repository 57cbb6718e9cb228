import { importReportDays } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aCheckedLinkImport, aCheckedReport, anOrganization, aProject } from '../../test/builders/builders.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { runAsJobsAccount } from '../../test/run-as-jobs-account.ts'
import { earningsImports } from '../earnings/imports/earnings-imports.ts'
import { linkImports } from '../links/import/link-imports.ts'
import { deleteExpiredImports } from './delete-expired-imports.ts'

const hourMs = 3_600_000

/**
 * Runs the jobs of two kinds of import, as if it were this many hours later. Returns how many imports each job deleted.
 */
function runJobsAfter(hours: number, deps: TestDeps): Promise<[links: number, earnings: number]> {
  const at = new Date(Date.now() + hours * hourMs).toISOString()
  return runAsJobsAccount(
    deps,
    async (jobs) => [await deleteExpiredImports(linkImports, jobs), await deleteExpiredImports(earningsImports, jobs)],
    at,
  )
}

const listImports = (deps: TestDeps) =>
  queryAsOwner(
    deps,
    `select file_name as name, state, (select count(*)::int from file_import_issues where import_id = file_imports.id) as issues
    from file_imports order by created_at, id`,
  )

it('deletes files that were not imported within a day, and does not delete running imports', async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  await aCheckedLinkImport(deps, mia, 'url\nhttps://a.example/')
  const { import_id } = await aCheckedLinkImport(deps, noah, 'url\nhttps://b.example/')
  await queryAsOwner(deps, `update file_imports set state = 'importing' where id = '${import_id}'`)

  expect(await runJobsAfter(23, deps)).toEqual([0, 0])
  expect(await runJobsAfter(25, deps)).toEqual([1, 0])

  expect(await listImports(deps)).toEqual([{ name: 'links.csv', state: 'importing', issues: 0 }])
  const entries = await queryAsOwner(deps, "select actor_id, organization_id from audit_log where action = 'link_import.delete'")
  expect(entries).toEqual([{ actor_id: 'delete-old-links-imports', organization_id: mia.organization.id }])
})

it('deletes imports 30 days after they ended, or only their report if the kind has keepsDone', async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  await aCheckedLinkImport(deps, ctx, 'url\nnot an address')
  const report = await aCheckedReport(deps, ctx, 'Date,Earnings\nnever,1')
  await queryAsOwner(deps, "update file_imports set state = 'done', file = null, finished_at = now()")
  await queryAsOwner(
    deps,
    `insert into file_import_issues (organization_id, project_id, import_id, line, column_names, reasons, cells)
    values ($1, $2, $3, 9, '{}', '{Too long}', '["x"]') on conflict do nothing`,
    [ctx.organization.id, ctx.project.id, report.import_id],
  )

  expect(await runJobsAfter(importReportDays * 24 - 1, deps)).toEqual([0, 0])
  expect(await listImports(deps)).toHaveLength(2)
  expect(await runJobsAfter(importReportDays * 24 + 1, deps)).toEqual([1, 1])
  expect(await runJobsAfter(importReportDays * 24 + 2, deps)).toEqual([0, 0])

  expect(await listImports(deps)).toEqual([{ name: 'report.csv', state: 'done', issues: 0 }])
  const entries = await queryAsOwner(deps, "select action from audit_log where action like '%import.delete%' order by action")
  expect(entries).toEqual([{ action: 'earnings_import.delete_report' }, { action: 'link_import.delete' }])
})
