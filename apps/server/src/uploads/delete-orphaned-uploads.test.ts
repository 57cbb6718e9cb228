import { productUpdate } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aProduct, aProject, aStore } from '../../test/builders/builders.ts'
import { anImage } from '../../test/builders/image-builder.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { type ProjectContext, read } from '../access/index.ts'
import { openPostgres } from '../platform/postgres/postgres.ts'
import { listProductUploads } from '../products/index.ts'
import { updateProduct } from '../products/products.ts'
import { listStoreUploads } from '../stores/index.ts'
import { deleteOrphanedUploads } from './delete-orphaned-uploads.ts'
import { createUpload } from './uploads.ts'

const hourMs = 60 * 60_000

async function anUpload(deps: TestDeps, ctx: ProjectContext): Promise<{ upload_id: string; url: string }> {
  const bytes = await anImage().png().toBuffer()
  return createUpload(deps, ctx, { file: new File([new Uint8Array(bytes)], 'lamp.png'), purpose: 'picture' })
}

/** Runs the job as the database role of jobs, as if `hours` hours had passed. */
async function runIn(hours: number, deps: TestDeps): Promise<number> {
  const db = openPostgres(deps.accounts.jobs)
  const clock = { now: () => new Date(Date.now() + hours * hourMs) }
  try {
    return await deleteOrphanedUploads({ ...deps, db, clock }, [listStoreUploads, listProductUploads])
  } finally {
    await db.destroy()
  }
}

const storedIn = async (ctx: ProjectContext) => {
  const rows = await read(ctx, (tx) => tx.selectFrom('uploads').select('digest').execute())
  return rows.map(({ digest }) => digest).toSorted()
}

it('deletes only uploads that nothing has named for a day', async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const [logo, inHtml, picture, replaced] = [
    await anUpload(deps, mia),
    await anUpload(deps, mia),
    await anUpload(deps, mia),
    await anUpload(deps, mia),
  ]
  await anUpload(deps, mia)
  await anUpload(deps, noah)
  await aStore(deps, mia, { logo: logo.url, snippet: `<img src="${inHtml.url.replace('.webp', '.avif')}">` })
  await aProduct(deps, mia, { image_url: picture.url })
  const { product_id } = await aProduct(deps, mia, { image_url: replaced.url })
  await updateProduct(deps, mia, { productId: product_id, update: productUpdate.parse({ name: 'Brass lamp' }) })

  expect(await runIn(23, deps)).toBe(0)
  expect(await runIn(25, deps)).toBe(3)
  expect(await runIn(25, deps)).toBe(0)

  expect(await storedIn(mia)).toEqual([logo.upload_id, inHtml.upload_id, picture.upload_id].toSorted())
  expect(await storedIn(noah)).toEqual([])
  const entries = await read(mia, (tx) => tx.selectFrom('audit_log').select('before').where('action', '=', 'upload.delete').execute())
  expect(entries).toHaveLength(1)
})

it('does not delete a picture that was uploaded again within the day', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const bytes = await anImage().png().toBuffer()
  const draft = { file: new File([new Uint8Array(bytes)], 'lamp.png'), purpose: 'picture' } as const
  const { upload_id } = await createUpload(deps, ctx, draft)
  const later = { ...ctx, now: new Date(Date.now() + 20 * hourMs) }
  await createUpload(deps, later, draft)

  expect(await runIn(25, deps)).toBe(0)
  expect(await storedIn(ctx)).toEqual([upload_id])
})

it('deletes a replaced picture only after a day, however long it was used', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { upload_id, url } = await anUpload(deps, ctx)
  const { product_id } = await aProduct(deps, ctx, { image_url: url })
  const nameAgain = (image_url: string | null) =>
    updateProduct(deps, ctx, { productId: product_id, update: productUpdate.parse({ name: 'Brass lamp', image_url }) })

  expect([await runIn(1, deps), await runIn(72, deps)]).toEqual([0, 0])
  await nameAgain(null)
  expect([await runIn(73, deps), await runIn(96, deps)]).toEqual([0, 0])
  await nameAgain(url)
  expect([await runIn(97, deps), await runIn(130, deps)]).toEqual([0, 0])
  expect(await storedIn(ctx)).toEqual([upload_id])
  await nameAgain(null)
  expect([await runIn(131, deps), await runIn(154, deps), await runIn(156, deps)]).toEqual([0, 0, 1])
})
