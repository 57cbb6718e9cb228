import { organizationId, productId, projectId } from '@linkshelf/contract'
import { readableOn, textOn } from '@linkshelf/storefront'
import { z } from 'zod'
import { createRequestContext, fail, findSystemContext, ignoreDeleted, mutate, type ProjectContext, read } from '../access/index.ts'
import { insertPictureTasks } from '../picture-queue/index.ts'
import type { CoreDeps, Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { lockProductForShare, selectProduct, selectProductIds } from '../products/index.ts'
import { lockStoreOfProject, type StoreRow, selectStoreOfProject } from '../stores/index.ts'
import { prepareSocialPicture, type SocialPicture, selectUploadedPicture } from '../uploads/index.ts'
import { deletePicture, type PictureSubject, selectPicture, upsertPicture } from './social-picture-table.ts'

/** Only earlier versions enqueued this job: pictures now wait in the picture queue. */
export function socialPictureJobs(deps: Deps): Job[] {
  return [{ name: drawStorePictureTask, kind: 'pictures', run: (payload) => drawStorePicture(deps, payload) }]
}

/** The name of the job of earlier versions. */
const drawStorePictureTask = 'draw-social-picture'

const storeDrawing = z.object({ organizationId, projectId })

/**
 * Draws the picture of a project's store, replaces the one before, and has the pictures of its products drawn, which
 * look like it. A store whose name can't be drawn has none. Does nothing for a store that was deleted meanwhile. `db`
 * works as the account of jobs.
 */
export async function drawStorePicture(deps: CoreDeps, payload: unknown): Promise<void> {
  const ids = storeDrawing.parse(payload)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: drawStorePictureTask }, source: 'job' })
  const ctx = await findSystemContext(job, ids.organizationId, ids.projectId)
  const store = ctx && (await read(ctx, (tx) => selectStoreOfProject(tx, ids.projectId)))
  if (ctx === undefined || store === undefined) return
  const { title, store_name, name, description } = store
  const picture = { title: title ?? store_name ?? name, text: description ?? '', ...(await brandOf(ctx, store)) }
  await replacePicture(ctx, { kind: 'store', id: store.id, name }, picture, (tx) => lockStoreOfProject(tx, ids.projectId))
  await enqueueProducts(deps, ctx)
}

/** The tasks are in the order of ids, as the triggers of products insert them. */
async function enqueueProducts({ db }: CoreDeps, ctx: ProjectContext): Promise<void> {
  const ids = { organizationId: ctx.organization.id, projectId: ctx.project.id }
  const productIds = await read(ctx, (tx) => selectProductIds(tx, ids.projectId))
  const tasks = productIds.map((productId) => ({ kind: 'product' as const, subject: productId, payload: { ...ids, productId } }))
  await insertPictureTasks(db, tasks)
}

const productDrawing = z.object({ organizationId, projectId, productId })

/** About as wide as it is drawn. */
const photoWidth = 640

/**
 * Draws the picture of a product's page in the look of its store, and replaces the one before. The product's own
 * picture is in it where that is stored here: what may not be copied is not. A product whose name can't be drawn has
 * none. Does nothing without a store, or for a product that was deleted meanwhile.
 */
export async function drawProductPicture(deps: CoreDeps, payload: unknown): Promise<void> {
  const ids = productDrawing.parse(payload)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: 'draw-product-picture' }, source: 'job' })
  const ctx = await findSystemContext(job, ids.organizationId, ids.projectId)
  if (ctx === undefined) return
  const [store, product] = await read(ctx, async (tx) => [
    await selectStoreOfProject(tx, ids.projectId),
    await selectProduct(tx, ids.projectId, ids.productId),
  ])
  if (store === undefined || product === undefined) return
  const { image_url } = product
  const picture = {
    title: product.name,
    text: store.store_name ?? store.name,
    ...(await brandOf(ctx, store)),
    photo: image_url === null ? undefined : await read(ctx, (tx) => selectUploadedPicture(tx, image_url, photoWidth)),
  }
  await replacePicture(ctx, { kind: 'product', id: product.id, name: product.name }, picture, (tx) =>
    lockProductForShare(tx, ids.projectId, ids.productId),
  )
}

/**
 * Draws a picture unless it is drawn already, and stores it in place of the one before. `lock` returns undefined for a
 * subject that was deleted.
 */
async function replacePicture(
  ctx: ProjectContext,
  subject: PictureSubject & { name: string },
  look: SocialPicture,
  lock: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const picture = await prepareSocialPicture(ctx, subject.kind, look)
  if (picture?.digest === (await read(ctx, (tx) => selectPicture(tx, subject)))) return
  const mutation = { action: `${subject.kind}.draw_picture`, entity: subject.kind, entityId: subject.id } as const
  const replacement = mutate(ctx, mutation, async (tx, change) => {
    if ((await lock(tx)) === undefined) fail('NOT_FOUND')
    change.before = { name: subject.name, picture: (await selectPicture(tx, subject)) ?? null }
    change.after = { name: subject.name, picture: picture?.digest ?? null }
    if (picture === undefined) return deletePicture(tx, subject)
    await picture.store(tx)
    await upsertPicture(tx, ctx.organization.id, subject, picture.digest)
  })
  await ignoreDeleted(replacement)
}

/** Twice as wide as it is drawn. */
const logoWidth = 300

/** Returns the common parts of a store's pictures: readable colors, and its logo where that is an upload. */
async function brandOf(ctx: ProjectContext, { main_color, secondary_color: background, logo }: StoreRow) {
  return {
    background,
    foreground: textOn(background),
    accent: readableOn(main_color, background),
    logo: logo === null ? undefined : await read(ctx, (tx) => selectUploadedPicture(tx, logo, logoWidth)),
  }
}
