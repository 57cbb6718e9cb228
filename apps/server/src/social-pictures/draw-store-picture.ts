import { organizationId, projectId } from '@linkshelf/contract'
import { readableOn, textOn } from '@linkshelf/storefront'
import { z } from 'zod'
import { createRequestContext, fail, findSystemContext, ignoreDeleted, mutate, type ProjectContext, read } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { lockStoreOfProject, type StoreRow, selectStoreOfProject } from '../stores/index.ts'
import { prepareSocialPicture, selectUploadedPicture } from '../uploads/index.ts'
import { deleteSocialPicture, selectSocialPicture, upsertSocialPicture } from './social-picture-table.ts'

/** Enqueued by the triggers of `stores`. */
export const drawStorePictureTask = 'draw-social-picture'

const drawing = z.object({ organizationId, projectId })

/** Twice as wide as it is drawn. */
const logoWidth = 300

/**
 * The background job: draws the picture of a project's store, and replaces the one before. A store whose name can't be drawn has none. Does nothing for a store that
 * was deleted meanwhile.
 */
export async function drawStorePicture(deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'log'>, payload: unknown): Promise<void> {
  const ids = drawing.parse(payload)
  const job = createRequestContext(deps, { actor: { kind: 'system', name: drawStorePictureTask }, source: 'job' })
  const ctx = await findSystemContext(job, ids.organizationId, ids.projectId)
  const store = ctx && (await read(ctx, (tx) => selectStoreOfProject(tx, ids.projectId)))
  if (ctx === undefined || store === undefined) return
  const picture = await prepareSocialPicture(ctx, await toPicture(ctx, store))
  if (picture?.digest === (await read(ctx, (tx) => selectSocialPicture(tx, store.id)))) return

  const replacement = mutate(ctx, { action: 'store.draw_picture', entity: 'store', entityId: store.id }, async (tx, change) => {
    if ((await lockStoreOfProject(tx, ids.projectId)) === undefined) fail('NOT_FOUND')
    change.before = { picture: (await selectSocialPicture(tx, store.id)) ?? null }
    change.after = { picture: picture?.digest ?? null }
    if (picture === undefined) return deleteSocialPicture(tx, store.id)
    await picture.store(tx)
    await upsertSocialPicture(tx, ctx.organization.id, store.id, picture.digest)
  })
  await ignoreDeleted(replacement)
}

async function toPicture(ctx: ProjectContext, { title, store_name, name, description, main_color, secondary_color, logo }: StoreRow) {
  const background = secondary_color
  return {
    title: title ?? store_name ?? name,
    text: description ?? '',
    background,
    foreground: textOn(background),
    accent: readableOn(main_color, background),
    logo: logo === null ? undefined : await read(ctx, (tx) => selectUploadedPicture(tx, logo, logoWidth)),
  }
}
