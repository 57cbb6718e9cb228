import { dataExportId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { anOrganization } from '../../test/builders/builders.ts'
import { createApiCaller } from '../../test/call-api.ts'
import { createPathIds, listOperations, toCall } from '../../test/every-operation.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { runAsJobsAccount } from '../../test/run-as-jobs-account.ts'
import { createExport } from '../data-transfer/export/exports.ts'
import { writeArchive } from '../data-transfer/export/write-archive.ts'
import { createDiskSpace } from '../platform/disk-space.ts'

const operations = await listOperations()
const storing = operations.filter(({ storesFiles }) => storesFiles)

/** Creates a disk of 100 GB with this much free space. */
const createDisk = (freeBytes: number) =>
  createDiskSpace({ folders: ['/data'], readSpace: async () => ({ freeBytes, totalBytes: 100e9 }), cacheMs: 0 })

it('declares storesFiles for each call that accepts a file', () => {
  const takingFiles = operations.filter(({ takesFile }) => takesFile)

  expect(takingFiles.length).toBeGreaterThanOrEqual(6)
  expect(takingFiles.filter(({ storesFiles }) => !storesFiles)).toEqual([])
})

it('stores no files while a disk has too little free space, and answers all other calls', async () => {
  await using deps = await openTestDeps({ clicks: true, diskSpace: createDisk(1_900_000_000) })
  const owned = await anOrganization(deps, { settings: ['package=Pro'] })
  const ids = await createPathIds(deps, owned)
  const call = createApiCaller(deps)

  for (const operation of storing) {
    const response = await call(owned.user, toCall(deps, operation, ids))
    expect({ path: operation.path, status: response.status, body: await response.json() }).toMatchObject({
      path: operation.path,
      status: 507,
      body: { code: 'INSTANCE_STORAGE_FULL', message: expect.stringContaining('too little free disk space') },
    })
  }
  const others = [
    { method: 'DELETE', path: '/v1/{orgId}/imports/{dataImportId}' },
    { method: 'POST', path: '/v1/{orgId}/projects/{projectId}/urls' },
    { method: 'GET', path: '/v1/{orgId}/exports' },
  ]
  for (const operation of others) expect((await call(owned.user, toCall(deps, operation, ids))).status).toBeLessThan(300)
  const status = await call(undefined, { method: 'GET', path: '/v1/public/status' })
  expect(await status.json()).toMatchObject({ status: 'degraded', low_disk: true })

  const withSpace = createApiCaller({ ...deps, diskSpace: createDisk(2_100_000_000) })
  expect((await withSpace(owned.user, toCall(deps, { method: 'POST', path: '/v1/{orgId}/exports' }, ids))).status).toBe(201)
})

it('stops writing an archive while a disk has too little free space, and continues later', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const { ctx } = await anOrganization(deps)
  const exportId = dataExportId.parse((await createExport(deps, ctx)).export_id)
  const payload = { organizationId: ctx.organization.id, exportId }
  const fetchState = async () =>
    (await createApiCaller(deps)(ctx, { method: 'GET', path: `/v1/${ctx.organization.id}/exports/${exportId}` })).json()

  await runAsJobsAccount(deps, async (jobs) => {
    await expect(writeArchive({ ...jobs, diskSpace: createDisk(0) }, payload)).rejects.toThrow('too little free disk space')
    expect(await fetchState()).toMatchObject({ state: 'running', bytes: 0 })
    await writeArchive(jobs, payload)
  })

  expect(await fetchState()).toMatchObject({ state: 'done' })
})
