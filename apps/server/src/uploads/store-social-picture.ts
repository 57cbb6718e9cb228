import { productPictureFormat, socialPictureSize, storePictureFormat } from '@linkshelf/contract'
import { type OrganizationContext, read } from '../access/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { digestOf } from './digest-of.ts'
import { drawSocialPicture, type SocialPicture } from './images/draw-social-picture.ts'
import { toFiles } from './to-files.ts'
import { insertUpload, selectUpload, touchUpload } from './upload-table.ts'

export interface DrawnPicture {
  digest: string
  /** Stores the picture unless it is stored. To be called in the transaction that names it. */
  store(tx: Tx): Promise<void>
}

const formats = { store: storePictureFormat, product: productPictureFormat }

/** Draws a picture that is not stored yet. Undefined for one that can't be drawn. */
export async function prepareSocialPicture(
  ctx: OrganizationContext,
  kind: keyof typeof formats,
  picture: SocialPicture,
): Promise<DrawnPicture | undefined> {
  const format = formats[kind]
  const digest = digestOf(ctx, 'social', sourceOf(picture, format))
  const isStored = (await read(ctx, (tx) => selectUpload(tx, digest))) !== undefined
  const image = isStored ? undefined : await drawSocialPicture(picture, format)
  if (!isStored && image === undefined) return undefined
  return {
    digest,
    async store(tx) {
      if ((await touchUpload(tx, ctx, digest)) !== undefined || image === undefined) return
      await insertUpload(tx, ctx, { ...socialPictureSize, digest, purpose: 'social', source: null, files: toFiles([image], format) })
    },
  }
}

/** The same for equal pictures only. */
function sourceOf({ logo, photo, ...look }: SocialPicture, format: 'png' | 'jpg'): Buffer {
  const pictures = [logo, photo].map((picture) => picture ?? Buffer.alloc(0))
  const lengths = pictures.map(({ length }) => length)
  // A PNG has no photograph; its digests stay what they are in stored rows.
  const head = format === 'png' ? look : { ...look, format, lengths }
  return Buffer.concat([Buffer.from(JSON.stringify(head)), ...pictures])
}
