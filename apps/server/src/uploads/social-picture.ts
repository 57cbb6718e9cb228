import { productPictureFormat, socialPictureSize, storePictureFormat } from '@linkshelf/contract'
import { type OrganizationContext, read } from '../access/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { emoji, findFonts } from './images/drawn-fonts.ts'
import { type EncodedFile, encodeInChild, type SocialTask } from './images/encode-in-child.ts'
import { digestOf, toFiles } from './upload-files.ts'
import { insertUpload, selectUpload, touchUpload } from './upload-table.ts'

export interface DrawnPicture {
  digest: string
  format: 'png' | 'jpg'
  /** Stores the picture unless it is stored. To be called in the transaction that names it. */
  store(tx: Tx): Promise<void>
}

/** Increment it whenever the same parts are drawn in another way: the address of a picture promises never to change. */
const drawingVersion = 2

/** Draws a picture that is not stored yet. Undefined for one that can't be drawn. */
export async function prepareSocialPicture(ctx: OrganizationContext, picture: SocialPicture): Promise<DrawnPicture | undefined> {
  const format = picture.photos.length > 0 || picture.banner !== undefined ? productPictureFormat : storePictureFormat
  const digest = digestOf(ctx, 'social', sourceOf(picture, format))
  const isStored = (await read(ctx, (tx) => selectUpload(tx, digest))) !== undefined
  const image = isStored ? undefined : await drawSocialPicture(picture, format)
  if (!isStored && image === undefined) return undefined
  return {
    digest,
    format,
    async store(tx) {
      if ((await touchUpload(tx, ctx, digest)) !== undefined || image === undefined) return
      await insertUpload(tx, ctx, { ...socialPictureSize, digest, purpose: 'social', source: null, files: toFiles([image], format) })
    },
  }
}

/** Returns the same bytes for equal pictures only. */
function sourceOf({ logo, banner, photos, ...look }: SocialPicture, format: 'png' | 'jpg'): Buffer {
  const pictures = [logo, banner, ...photos].map((picture) => picture ?? Buffer.alloc(0))
  const lengths = pictures.map(({ length }) => length)
  return Buffer.concat([Buffer.from(JSON.stringify({ ...look, format, lengths, drawingVersion })), ...pictures])
}

const titleMaxLength = 80
const textMaxLength = 140

export type SocialPicture = Pick<
  SocialTask,
  'title' | 'text' | 'background' | 'foreground' | 'accent' | 'logo' | 'banner' | 'photos' | 'isWhole'
>

/** A picture with a title. Undefined when no font has a letter of the title, or no letter can be drawn. */
async function drawSocialPicture({ title, text, ...look }: SocialPicture, format: SocialTask['format']): Promise<EncodedFile | undefined> {
  const [shown, below] = [toDrawnText(title, titleMaxLength), toDrawnText(text, textMaxLength)]
  const fonts = shown === '' ? undefined : await findFonts(shown, below)
  if (fonts === undefined) return undefined
  const task = {
    ...look,
    kind: 'social',
    format,
    ...socialPictureSize,
    fontFiles: fonts.files,
    fontFamilies: fonts.families,
    title: shown,
    text: below,
  } as const
  const files = await encodeInChild({ ...task, maxMemoryBytes: 400_000_000 }, { niceness: 19 })
  return files?.[0]
}

/** Returns the text as one line without emoji. */
function toDrawnText(text: string, maxLength: number): string {
  const plain = text
    .replace(emoji, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const letters = [...plain]
  return letters.length <= maxLength ? plain : `${letters.slice(0, maxLength - 1).join('')}…`
}
