import { expect, it } from 'vitest'
import { anImport, anOrganization, type OwnedOrganization } from '../../../test/builders/builders.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { runAsJobsAccount } from '../../../test/run-as-jobs-account.ts'
import { deleteExpiredDataImports } from './delete-expired-imports.ts'

const dayMs = 86_400_000

function runAfterDays(days: number, deps: TestDeps): Promise<number> {
  return runAsJobsAccount(deps, deleteExpiredDataImports, new Date(Date.now() + days * dayMs).toISOString())
}

async function anImportIn(state: string, deps: TestDeps): Promise<OwnedOrganization> {
  const owned = await anOrganization(deps)
  const id = await anImport(deps, owned)
  const isEnded = state === 'done' || state === 'failed'
  await queryAsOwner(deps, `update data_imports set state = $1, finished_at = ${isEnded ? 'now()' : 'null'} where id = $2`, [state, id])
  return owned
}

it('deletes archives that were not imported within a day, and imports 30 days after they ended', async () => {
  await using deps = await openTestDeps()
  for (const state of ['uploading', 'checking', 'ready', 'importing', 'done', 'failed']) await anImportIn(state, deps)
  const listStates = async () => (await queryAsOwner(deps, 'select state from data_imports order by state')).map(({ state }) => state)

  expect(await runAfterDays(0.99, deps)).toBe(0)
  expect(await runAfterDays(1.01, deps)).toBe(3)
  expect(await listStates()).toEqual(['done', 'failed', 'importing'])
  expect(await runAfterDays(29.9, deps)).toBe(0)
  expect(await runAfterDays(30.1, deps)).toBe(2)
  expect(await listStates()).toEqual(['importing'])

  const entries = await queryAsOwner(deps, "select actor_id from audit_log where action = 'data_import.delete'")
  expect(entries).toEqual(Array(5).fill({ actor_id: 'delete-old-data-imports' }))
})
