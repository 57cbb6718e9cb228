import { dataImportId, type Entitlements } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aLink, aProject, catchErrorCode } from '../../test/builders/builders.ts'
import { anImage, toDataUrl } from '../../test/builders/image-builder.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { type ProjectContext, read, type UserContext } from '../access/index.ts'
import { createExport } from '../data-transfer/export/exports.ts'
import { addPart, createImport as createDataImport } from '../data-transfer/import/imports.ts'
import { createImport } from '../file-imports/index.ts'
import { linkImports } from '../links/import/link-imports.ts'
import { updateQrCode } from '../qr-codes/qr-codes.ts'
import { createUpload } from '../uploads/uploads.ts'
import { sumStoredBytes } from './index.ts'

type Context = ProjectContext<UserContext>

/** Returns the context with changed plan limits. */
function withLimits(ctx: Context, limits: Partial<Entitlements>): Context {
  return { ...ctx, entitlements: { ...ctx.entitlements, ...limits } }
}

async function readErrorMessage(work: Promise<unknown>): Promise<string | undefined> {
  const error = await work.catch((reason: Error) => reason)
  return error instanceof Error ? error.message : undefined
}

async function anUpload(deps: TestDeps, ctx: Context) {
  const bytes = await anImage({ width: 60, height: 60 }).png().toBuffer()
  return createUpload(deps, ctx, { file: new File([new Uint8Array(bytes)], 'lamp.png'), purpose: 'picture' })
}

const anImport = (deps: TestDeps, ctx: Context, bytes: number, letter = 'x') =>
  createImport(linkImports, deps, ctx, new File([letter.repeat(bytes)], 'links.csv'))

const sumStoredBy = (ctx: Context) => read(ctx, (tx) => sumStoredBytes(tx, ctx, 'total'))

it('limits each kind for each organization separately, and names what to delete', async () => {
  await using deps = await openTestDeps()
  const [ctx, other] = [await aProject(deps), await aProject(deps)]
  const limited = withLimits(ctx, { uploadBytes: 10, importBytes: 1_000, archiveBytes: 1_000, exportBytes: 0 })
  const archive = { file_name: 'archive.tar.gz', bytes: 1_001 }
  const { url_id: id } = await aLink(deps, ctx)
  const logo = toDataUrl(await anImage().png().toBuffer())
  const setStyle = (update: object) => updateQrCode(deps, limited, { subject: { kind: 'link', id }, update })

  expect(await readErrorMessage(anUpload(deps, limited))).toMatch(/^Limit reached - Your pictures take up .* Remove pictures/)
  expect(await readErrorMessage(setStyle({ logo }))).toMatch(/^Limit reached - Your pictures take up/)
  expect(await readErrorMessage(anImport(deps, limited, 1_001))).toMatch(
    /^Limit reached - Files and reports of your imports .* Delete imports/,
  )
  expect(await readErrorMessage(createDataImport(deps, limited, archive))).toMatch(/^Limit reached - This archive does not fit/)
  expect(await readErrorMessage(createExport(deps, limited))).toMatch(/^Limit reached - Your exports take up .* Delete exports/)
  expect(await sumStoredBy(ctx)).toBe(0)
  // A change without a logo stores nothing.
  expect(await setStyle({ color: '#123456' })).toMatchObject({ color: '#123456' })

  await anUpload(deps, other)
  await anImport(deps, other, 1_001)
  await createDataImport(deps, other, archive)
  await createExport(deps, other)
  expect(await sumStoredBy(other)).toBeGreaterThan(1_001)
})

it('limits all kinds together, except exports', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  await anImport(deps, ctx, 900)
  const limited = withLimits(ctx, { storedBytes: 1_000 })

  const rejected = await createDataImport(deps, limited, { file_name: 'a.tar.gz', bytes: 101 }).catch((error: unknown) => error)

  expect(rejected).toMatchObject({ code: 'UPLOAD_SPACE_EXHAUSTED', data: { limit_bytes: 1_000, kind: 'total' } })
  const { import_id } = await createDataImport(deps, limited, { file_name: 'a.tar.gz', bytes: 100 })
  await anImport(deps, ctx, 1_000, 'y')
  const part = { importId: dataImportId.parse(import_id), number: 0, file: new File(['z'.repeat(100)], 'part') }
  expect(await catchErrorCode(addPart(limited, part))).toBe('UPLOAD_SPACE_EXHAUSTED')
  expect(await createExport(deps, limited)).toMatchObject({ state: 'running' })
})

it('accepts only one of three concurrent files if only one fits', async () => {
  await using deps = await openTestDeps()
  const ctx = withLimits(await aProject(deps), { importBytes: 1_500 })

  const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((letter) => anImport(deps, ctx, 1_000, letter)))

  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await sumStoredBy(ctx)).toBe(1_000)
})
