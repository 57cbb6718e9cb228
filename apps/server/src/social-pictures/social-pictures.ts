import { categoryId, organizationId, parseUploadAddress, productId, projectId } from '@linkshelf/contract'
import { choosePictureType, chooseTextColor, makeReadable } from '@linkshelf/storefront'
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
    // Only earlier versions enqueued this job. Pictures now wait in the picture queue.
    { name: drawStorePictureTask, kind: 'pictures', run: (payload) => drawStorePicture(deps, payload) },
    {
      name: deleteReplacedDrawingsTask,
      kind: 'upkeep',
      cron: '*/10 * * * *',
      run: async () => void (await deleteAllReplacedDrawings(deps)),
    },
  ]
}

/** Name of the job in earlier versions. Their jobs can still be in the queue. */
const drawStorePictureTask = 'draw-social-picture'

const deleteReplacedDrawingsTask = 'delete-replaced-drawings'

/**
 * A replaced drawing is deleted after this time. Nobody needs it any more, because edges show a new drawing within
 * seconds, and browsers revalidate a page each time.
 */
const replacedMs = 10 * 60_000

/**
 * The job that runs every ten minutes: deletes drawings that were replaced at least ten minutes ago, for every
 * organization. Returns how many drawings were deleted. `db` uses the database role of jobs.
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

/**
 * Deletes the organization's replaced drawings. Waits for all other writes of the organization, so that no write begins
 * to use a drawing that is being deleted.
 */
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
 * Replaces the picture of a project's store, and enqueues the pictures of its products and categories, which have the
 * same colors, fonts and logo. If the store's name can't be drawn, the store has no picture. If the store was deleted,
 * does nothing. `db` uses the database role of jobs.
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

/** Replaces only the store's picture, because its products have changed. If the store was deleted, does nothing. */
export async function drawStoreCollage(deps: CoreDeps, payload: unknown): Promise<void> {
  const ids = storeDrawing.parse(payload)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: drawStorePictureTask }, source: 'job' })
  const ctx = await findSystemContext(job, ids.organizationId, ids.projectId)
  const store = ctx && (await read(ctx, (tx) => selectStoreOfProject(tx, ids.projectId)))
  if (ctx !== undefined && store !== undefined) await replaceStorePicture(deps, ctx, store)
}

/** Replaces the picture of the store. It shows the banner or, if there is no banner, the first products. */
async function replaceStorePicture(deps: CoreDeps, ctx: ProjectContext, store: StoreRow): Promise<void> {
  const { title, store_name, name, description, banner_image } = store
  const banner = banner_image === null ? undefined : await read(ctx, (tx) => selectUploadedPicture(tx, banner_image, bannerWidth))
  const photos = banner === undefined ? await read(ctx, (tx) => selectPhotos(tx, ctx, undefined)) : []
  const { heading, text } = toPictureType(store)
  const texts = { title: { ...heading, text: title ?? store_name ?? name }, text: { ...text, text: description ?? '' } }
  const picture = { ...texts, ...(await readBrand(ctx, store)), banner, photos }
  await replacePicture(ctx, { kind: 'store', id: store.id }, picture, (tx) => lockStoreForShare(tx, ctx.project.id, store.id))
  if (banner === undefined) await scheduleDrawing(deps, ctx, undefined)
}

/**
 * Schedules a redraw of the picture of the store, or of a category, for the next time at which the schedule of one of
 * its products begins or ends. Each redraw schedules the next redraw, so only one task per picture waits.
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

/** Photographs and banners are drawn at about these widths, in pixels. */
const photoWidth = 640
const bannerWidth = 1_280

/**
 * Replaces the picture of a product's page, with the colors, fonts and logo of its store. It shows the product's own
 * picture if this instance stores it. Pictures that may not be copied are not stored. If the product's name can't be
 * drawn, the product has no picture. If there is no store or the product was deleted, does nothing.
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
    ...toTexts(store, product),
    ...(await readBrand(ctx, store)),
    photos: await read(ctx, (tx) => selectPictures(tx, [image_url])),
    isWhole: true,
  }
  await replacePicture(ctx, { kind: 'product', id: product.id }, picture, (tx) => lockProductForShare(tx, ids.projectId, ids.productId))
}

const categoryDrawing = z.object({ organizationId, projectId, categoryId })

/**
 * Replaces the picture of a category's page, with the colors, fonts and logo of its store. It shows the category's own
 * picture if this instance stores it, and the stored pictures of its first products if not. If there is no store or the
 * category was deleted, does nothing.
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
    ...toTexts(store, category),
    ...(await readBrand(ctx, store)),
    photos: await read(ctx, (tx) => selectCategoryPhotos(tx, ctx, category)),
  }
  await replacePicture(ctx, { kind: 'category', id: category.id }, picture, async (tx) => {
    const [locked] = await lockCategoriesForShare(tx, ids.projectId, [category.id])
    return locked
  })
  if (category.image_url === null) await scheduleDrawing(deps, ctx, category.id)
}

/** A picture shows up to four products: the first products with a picture among the first 24 products. */
const shownProducts = 4
const searchedProducts = 24

async function selectCategoryPhotos(tx: Tx, ctx: ProjectContext, { id, image_url }: CategoryRow): Promise<Buffer[]> {
  const own = await selectPictures(tx, [image_url])
  return own.length > 0 ? own : selectPhotos(tx, ctx, id)
}

/** Returns pictures of the first products that visitors see in the store or category. */
async function selectPhotos(tx: Tx, { project, now }: ProjectContext, category: CategoryRow['id'] | undefined): Promise<Buffer[]> {
  const products = await selectProducts(tx, project.id, { category, visibleAt: now }, { limit: searchedProducts })
  const uploaded = products.map(({ image_url }) => image_url).filter((url) => url !== null && parseUploadAddress(url) !== undefined)
  return selectPictures(tx, [...new Set(uploaded)].slice(0, shownProducts))
}

/**
 * Returns the pictures at these addresses. Skips pictures that this instance does not store, because some pictures may
 * not be copied.
 */
async function selectPictures(tx: Tx, addresses: readonly (string | null)[]): Promise<Buffer[]> {
  const pictures: Buffer[] = []
  for (const address of addresses) {
    const bytes = address === null ? undefined : await selectUploadedPicture(tx, address, photoWidth)
    if (bytes !== undefined) pictures.push(bytes)
  }
  return pictures
}

/**
 * Draws a picture unless it is already drawn, and stores it in place of the previous picture. If the subject was
 * deleted, `lock` returns undefined, and nothing is stored.
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

function toPictureType({ theme, heading_font: headingFont, text_font: textFont }: StoreRow): ReturnType<typeof choosePictureType> {
  return choosePictureType({ theme, headingFont, textFont })
}

/** Returns the name of a product or category as title, and the store's name below it. */
function toTexts(store: StoreRow, { name }: { name: string }): Pick<SocialPicture, 'title' | 'text'> {
  const { heading } = toPictureType(store)
  return { title: { ...heading, text: name }, text: { ...heading, text: store.store_name ?? store.name } }
}

/** Width of the logo in pixels, which is twice the width at which it is drawn. */
const logoWidth = 300

/** Returns the common parts of a store's pictures: readable colors, and the store's logo if it is an upload. */
async function readBrand(ctx: ProjectContext, { main_color, secondary_color: background, logo }: StoreRow) {
  return {
    background,
    foreground: chooseTextColor(background),
    accent: makeReadable(main_color, background),
    logo: logo === null ? undefined : await read(ctx, (tx) => selectUploadedPicture(tx, logo, logoWidth)),
  }
}
