import { categoryId, organizationId, parseUploadAddress, productId, projectId } from '@linkshelf/contract'
import { pictureType, readableOn, textOn } from '@linkshelf/storefront'
import { z } from 'zod'
import {
  createRequestContext,
  fail,
  findSystemContext,
  ignoreDeleted,
  type OrganizationContext,
  type ProjectContext,
  read,
  writeDerived,
} from '../access/index.ts'
import { type CategoryRow, lockCategoriesForShare, selectCategory, selectCategoryIds } from '../categories/index.ts'
import { insertPictureTasks, type PictureTask, schedulePictureTask } from '../picture-queue/index.ts'
import type { CoreDeps, Deps } from '../platform/deps.ts'
import type { Job } from '../platform/jobs.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { findNextScheduleChange, lockProductForShare, selectProduct, selectProductIds, selectProducts } from '../products/index.ts'
import { lockStoreForShare, type StoreRow, selectStoreOfProject } from '../stores/index.ts'
import { prepareSocialPicture, type SocialPicture, selectUploadedPicture, touchUpload } from '../uploads/index.ts'
import {
  deletePicture,
  deleteReplacedDrawings,
  type PictureSubject,
  selectOrganizationsWithReplacedDrawings,
  selectPicture,
  upsertPicture,
} from './social-picture-table.ts'

export function socialPictureJobs(deps: Deps): Job[] {
  return [
    // Only earlier versions enqueued this job: pictures now wait in the picture queue.
    { name: drawStorePictureTask, kind: 'pictures', run: (payload) => drawStorePicture(deps, payload) },
    {
      name: deleteReplacedDrawingsTask,
      kind: 'upkeep',
      cron: '*/10 * * * *',
      run: async () => void (await deleteAllReplacedDrawings(deps)),
    },
  ]
}

/** The name of the job of earlier versions. */
const drawStorePictureTask = 'draw-social-picture'

const deleteReplacedDrawingsTask = 'delete-replaced-drawings'

/** Edges show a new drawing within seconds, and browsers ask for a page each time. */
const replacedMs = 10 * 60_000

/**
 * The job of every ten minutes: deletes drawings that were replaced ten minutes ago, of every organization. Returns how
 * many. `db` works as the account of jobs.
 */
export async function deleteAllReplacedDrawings(deps: CoreDeps): Promise<number> {
  const job = createRequestContext(deps, { actor: { kind: 'system', name: deleteReplacedDrawingsTask }, source: 'job' })
  let deleted = 0
  for (const organizationId of await selectOrganizationsWithReplacedDrawings(deps.db, replacedBefore(job))) {
    const ctx = await findSystemContext(job, organizationId)
    if (ctx !== undefined) deleted += await deleteReplaced(ctx)
  }
  return deleted
}

function replacedBefore({ now }: { now: Date }): Date {
  return new Date(now.getTime() - replacedMs)
}

/** Waits until other writes of the organization have ended, so that none begins to use a drawing that is deleted. */
async function deleteReplaced(ctx: OrganizationContext): Promise<number> {
  let deleted = 0
  const deletion = writeDerived(ctx, { lock: 'exclusive' }, async (tx) => {
    deleted = await deleteReplacedDrawings(tx, ctx.organization.id, replacedBefore(ctx))
  })
  await ignoreDeleted(deletion)
  return deleted
}

const storeDrawing = z.object({ organizationId, projectId })

/**
 * Draws the picture of a project's store, replaces the one before, and has the pictures of its products and categories
 * drawn, which look like it. A store whose name can't be drawn has none. Does nothing for a store that was deleted
 * meanwhile. `db` works as the account of jobs.
 */
export async function drawStorePicture(deps: CoreDeps, payload: unknown): Promise<void> {
  const ids = storeDrawing.parse(payload)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: drawStorePictureTask }, source: 'job' })
  const ctx = await findSystemContext(job, ids.organizationId, ids.projectId)
  const store = ctx && (await read(ctx, (tx) => selectStoreOfProject(tx, ids.projectId)))
  if (ctx === undefined || store === undefined) return
  await replaceStorePicture(deps, ctx, store)
  await enqueuePages(deps, ctx)
}

/**
 * Draws the picture of a project's store alone: its products have changed. Does nothing for a store that was deleted
 * meanwhile.
 */
export async function drawStoreCollage(deps: CoreDeps, payload: unknown): Promise<void> {
  const ids = storeDrawing.parse(payload)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: drawStorePictureTask }, source: 'job' })
  const ctx = await findSystemContext(job, ids.organizationId, ids.projectId)
  const store = ctx && (await read(ctx, (tx) => selectStoreOfProject(tx, ids.projectId)))
  if (ctx !== undefined && store !== undefined) await replaceStorePicture(deps, ctx, store)
}

/** Shows the banner, or else the first products. */
async function replaceStorePicture(deps: CoreDeps, ctx: ProjectContext, store: StoreRow): Promise<void> {
  const { title, store_name, name, description, banner_image } = store
  const banner = banner_image === null ? undefined : await read(ctx, (tx) => selectUploadedPicture(tx, banner_image, bannerWidth))
  const photos = banner === undefined ? await read(ctx, (tx) => selectPhotos(tx, ctx, undefined)) : []
  const { heading, text } = typeOf(store)
  const texts = { title: { ...heading, text: title ?? store_name ?? name }, text: { ...text, text: description ?? '' } }
  const picture = { ...texts, ...(await brandOf(ctx, store)), banner, photos }
  await replacePicture(ctx, { kind: 'store', id: store.id }, picture, (tx) => lockStoreForShare(tx, ctx.project.id, store.id))
  if (banner === undefined) await scheduleDrawing(deps, ctx, undefined)
}

/**
 * Has the picture of the store, or of a category, drawn again when a schedule of its products next begins or ends. One
 * drawing schedules the next, so one task waits, however many products have a schedule.
 */
async function scheduleDrawing({ db }: CoreDeps, ctx: ProjectContext, categoryId: CategoryRow['id'] | undefined): Promise<void> {
  const ids = { organizationId: ctx.organization.id, projectId: ctx.project.id }
  const at = await read(ctx, (tx) => findNextScheduleChange(tx, ids.projectId, { category: categoryId, after: ctx.now }))
  if (at === undefined) return
  const [kind, subject] = categoryId === undefined ? (['collage', ids.projectId] as const) : (['category', categoryId] as const)
  await schedulePictureTask(db, { kind, subject, payload: { ...ids, ...(categoryId && { categoryId }) } }, at)
}

async function enqueuePages({ db }: CoreDeps, ctx: ProjectContext): Promise<void> {
  const ids = { organizationId: ctx.organization.id, projectId: ctx.project.id }
  const [categoryIds, productIds] = await read(ctx, async (tx) => [
    await selectCategoryIds(tx, ids.projectId),
    await selectProductIds(tx, ids.projectId),
  ])
  const tasks: PictureTask[] = [
    ...categoryIds.map((categoryId) => ({ kind: 'category' as const, subject: categoryId, payload: { ...ids, categoryId } })),
    ...productIds.map((productId) => ({ kind: 'product' as const, subject: productId, payload: { ...ids, productId } })),
  ]
  await insertPictureTasks(db, tasks)
}

const productDrawing = z.object({ organizationId, projectId, productId })

/** About as wide as they are drawn. */
const photoWidth = 640
const bannerWidth = 1_280

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
    ...textsBelow(store, product),
    ...(await brandOf(ctx, store)),
    photos: await read(ctx, (tx) => selectPictures(tx, [image_url])),
    isWhole: true,
  }
  await replacePicture(ctx, { kind: 'product', id: product.id }, picture, (tx) => lockProductForShare(tx, ids.projectId, ids.productId))
}

const categoryDrawing = z.object({ organizationId, projectId, categoryId })

/**
 * Draws the picture of a category's page in the look of its store, and replaces the one before. It shows the category's
 * own picture, or else those of its first products, where they are stored here. Does nothing without a store, or for a
 * category that was deleted meanwhile.
 */
export async function drawCategoryPicture(deps: CoreDeps, payload: unknown): Promise<void> {
  const ids = categoryDrawing.parse(payload)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: 'draw-category-picture' }, source: 'job' })
  const ctx = await findSystemContext(job, ids.organizationId, ids.projectId)
  if (ctx === undefined) return
  const [store, category] = await read(ctx, async (tx) => [
    await selectStoreOfProject(tx, ids.projectId),
    await selectCategory(tx, ids.projectId, ids.categoryId),
  ])
  if (store === undefined || category === undefined) return
  const picture = {
    ...textsBelow(store, category),
    ...(await brandOf(ctx, store)),
    photos: await read(ctx, (tx) => selectPhotosOf(tx, ctx, category)),
  }
  await replacePicture(ctx, { kind: 'category', id: category.id }, picture, async (tx) => {
    const [locked] = await lockCategoriesForShare(tx, ids.projectId, [category.id])
    return locked
  })
  if (category.image_url === null) await scheduleDrawing(deps, ctx, category.id)
}

/** How many products a picture shows, and among how many of the first ones those with a picture are looked for. */
const shownProducts = 4
const searchedProducts = 24

async function selectPhotosOf(tx: Tx, ctx: ProjectContext, { id, image_url }: CategoryRow): Promise<Buffer[]> {
  const own = await selectPictures(tx, [image_url])
  return own.length > 0 ? own : selectPhotos(tx, ctx, id)
}

/** The pictures of the first products that visitors see: of the store, or of a category. */
async function selectPhotos(tx: Tx, { project, now }: ProjectContext, category: CategoryRow['id'] | undefined): Promise<Buffer[]> {
  const products = await selectProducts(tx, project.id, { category, visibleAt: now }, { limit: searchedProducts })
  const uploaded = products.map(({ image_url }) => image_url).filter((url) => url !== null && parseUploadAddress(url) !== undefined)
  return selectPictures(tx, [...new Set(uploaded)].slice(0, shownProducts))
}

/** Skips pictures that are not stored here: some may not be copied. */
async function selectPictures(tx: Tx, addresses: readonly (string | null)[]): Promise<Buffer[]> {
  const pictures: Buffer[] = []
  for (const address of addresses) {
    const bytes = address === null ? undefined : await selectUploadedPicture(tx, address, photoWidth)
    if (bytes !== undefined) pictures.push(bytes)
  }
  return pictures
}

/**
 * Draws a picture unless it is drawn already, and stores it in place of the one before. `lock` returns undefined for a
 * subject that was deleted.
 */
async function replacePicture(
  ctx: ProjectContext,
  subject: PictureSubject,
  look: SocialPicture,
  lock: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const picture = await prepareSocialPicture(ctx, look)
  const replaced = await read(ctx, (tx) => selectPicture(tx, subject))
  if (picture?.digest === replaced) return
  const replacement = writeDerived(ctx, {}, async (tx) => {
    if ((await lock(tx)) === undefined) fail('NOT_FOUND')
    if (replaced !== undefined) await touchUpload(tx, ctx, replaced)
    if (picture === undefined) return deletePicture(tx, subject)
    await picture.store(tx)
    await upsertPicture(tx, ctx.organization.id, subject, picture)
  })
  await ignoreDeleted(replacement)
  if (replaced !== undefined) await deleteReplaced(ctx)
}

function typeOf({ theme, heading_font: headingFont, text_font: textFont }: StoreRow): ReturnType<typeof pictureType> {
  return pictureType({ theme, headingFont, textFont })
}

/** The name of a thing of the store, with that of the store below it. */
function textsBelow(store: StoreRow, { name }: { name: string }): Pick<SocialPicture, 'title' | 'text'> {
  const { heading } = typeOf(store)
  return { title: { ...heading, text: name }, text: { ...heading, text: store.store_name ?? store.name } }
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
