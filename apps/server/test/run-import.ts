import { type DataImport, type DataImportId, dataImportId, dataImportPartBytes } from '@linkshelf/contract'
import type { OrganizationContext } from '../src/access/index.ts'
import { checkImport } from '../src/data-transfer/import/check-import.ts'
import { importData } from '../src/data-transfer/import/import-data.ts'
import { addPart, createImport, getImport, startImport } from '../src/data-transfer/import/imports.ts'
import type { JobRun } from '../src/platform/jobs.ts'
import type { TestDeps } from './open-test-deps.ts'

/** Uploads an archive, and checks it as the job does. */
export async function aCheckedArchive(
  deps: TestDeps,
  ctx: OrganizationContext,
  archive: Buffer,
  run: Pick<JobRun, 'pause'> = {},
): Promise<DataImport & { import_id: DataImportId }> {
  const created = await createImport(deps, ctx, { file_name: 'archive.tar.gz', bytes: archive.length })
  const importId = dataImportId.parse(created.import_id)
  for (let number = 0; number * dataImportPartBytes < archive.length; number += 1) {
    const bytes = archive.subarray(number * dataImportPartBytes, (number + 1) * dataImportPartBytes)
    await addPart(ctx, { importId, number, file: new File([new Uint8Array(bytes)], 'part') })
  }
  await checkImport(deps, { organizationId: ctx.organization.id, importId }, run)
  return { ...(await getImport(ctx, importId)), import_id: importId }
}

export function runImport(deps: TestDeps, { organization }: OrganizationContext, importId: DataImportId): Promise<void> {
  return importData(deps, { organizationId: organization.id, importId })
}

/** Uploads, checks and imports an archive. Throws if the check fails. */
export async function importArchive(deps: TestDeps, ctx: OrganizationContext, archive: Buffer): Promise<DataImport> {
  const { import_id: importId, failure } = await aCheckedArchive(deps, ctx, archive)
  if (failure !== null) throw new Error(failure)
  await startImport(ctx, importId)
  await runImport(deps, ctx, importId)
  return getImport(ctx, importId)
}
