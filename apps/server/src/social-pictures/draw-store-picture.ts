import { organizationId, projectId } from '@linkshelf/contract'
import { z } from 'zod'
import { createRequestContext, findSystemContext, type ProjectContext, read } from '../access/index.ts'
import { insertPictureTasks } from '../picture-queue/index.ts'
import type { Deps } from '../platform/deps.ts'
import { selectProductIds } from '../products/index.ts'
import { lockStoreOfProject, selectStoreOfProject } from '../stores/index.ts'
import { replacePicture } from './replace-picture.ts'
import { brandOf } from './store-brand.ts'

/** The name of the job of earlier versions. */
export const drawStorePictureTask = 'draw-social-picture'

const drawing = z.object({ organizationId, projectId })

/**
 * Draws the picture of a project's store, replaces the one before, and has the pictures of its products drawn, which
 * look like it. A store whose name can't be drawn has none. Does nothing for a store that was deleted meanwhile. `db`
 * works as the account of jobs.
 */
export async function drawStorePicture(deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>, payload: unknown): Promise<void> {
  const ids = drawing.parse(payload)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: drawStorePictureTask }, source: 'job' })
  const ctx = await findSystemContext(job, ids.organizationId, ids.projectId)
  const store = ctx && (await read(ctx, (tx) => selectStoreOfProject(tx, ids.projectId)))
  if (ctx === undefined || store === undefined) return
  const { title, store_name, name, description } = store
  const picture = { title: title ?? store_name ?? name, text: description ?? '', ...(await brandOf(ctx, store)) }
  await replacePicture(ctx, { kind: 'store', id: store.id }, picture, (tx) => lockStoreOfProject(tx, ids.projectId))
  await enqueueProducts(deps, ctx)
}

/** The tasks are in the order of ids, as the triggers of products insert them. */
async function enqueueProducts({ db }: Pick<Deps, 'db'>, ctx: ProjectContext): Promise<void> {
  const ids = { organizationId: ctx.organization.id, projectId: ctx.project.id }
  const productIds = await read(ctx, (tx) => selectProductIds(tx, ids.projectId))
  const tasks = productIds.map((productId) => ({ kind: 'product' as const, subject: productId, payload: { ...ids, productId } }))
  await insertPictureTasks(db, tasks)
}
