import { productPictureFormat, type StoreFont, socialPictureSize, storePictureFormat } from '@linkshelf/contract'
import { type OrganizationContext, read } from '../access/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { type DrawnFonts, emoji, findFonts } from './images/drawn-fonts.ts'
import { type DrawnType, type EncodedFile, encodeInChild, type SocialTask } from './images/encode-in-child.ts'
import { digestUpload, toUploadFiles } from './upload-files.ts'
import { insertUpload, selectUpload, touchUpload } from './upload-table.ts'

export interface DrawnPicture {
  digest: string
  format: 'png' | 'jpg'
  /**
   * Stores the picture unless it is already stored. Must be called in the transaction that stores the reference to the
   * picture.
   */
  store(tx: Tx): Promise<void>
}

/**
 * Increment this version whenever the same parts are drawn differently, because the file at a picture's address must
 * never change.
 */
const drawingVersion = 3

/** Draws a picture unless it is already stored. Undefined if the picture can't be drawn. */
export async function prepareSocialPicture(ctx: OrganizationContext, picture: SocialPicture): Promise<DrawnPicture | undefined> {
  const format = picture.photos.length > 0 || picture.banner !== undefined ? productPictureFormat : storePictureFormat
  const digest = digestUpload(ctx, 'social', serializePicture(picture, format))
  const isStored = (await read(ctx, (tx) => selectUpload(tx, digest))) !== undefined
  const image = isStored ? undefined : await drawSocialPicture(picture, format)
  if (!isStored && image === undefined) return undefined
  return {
    digest,
    format,
    async store(tx) {
      if ((await touchUpload(tx, ctx, digest)) !== undefined || image === undefined) return
      await insertUpload(tx, ctx, { ...socialPictureSize, digest, purpose: 'social', source: null, files: toUploadFiles([image], format) })
    },
  }
}

/** Returns bytes that are equal only for equal pictures. */
function serializePicture({ logo, banner, photos, ...look }: SocialPicture, format: 'png' | 'jpg'): Buffer {
  const pictures = [logo, banner, ...photos].map((picture) => picture ?? Buffer.alloc(0))
  const lengths = pictures.map(({ length }) => length)
  return Buffer.concat([Buffer.from(JSON.stringify({ ...look, format, lengths, drawingVersion })), ...pictures])
}

const titleMaxLength = 80
const textMaxLength = 140

export interface SocialText extends Omit<DrawnType, 'families'> {
  text: string
  font: StoreFont
}

export interface SocialPicture extends Pick<SocialTask, 'background' | 'foreground' | 'accent' | 'logo' | 'banner' | 'photos' | 'isWhole'> {
  title: SocialText
  text: SocialText
}

/** Draws a picture with a title. Undefined if no font has one of the title's letters, or no letter can be drawn. */
async function drawSocialPicture({ title, text, ...look }: SocialPicture, format: SocialTask['format']): Promise<EncodedFile | undefined> {
  const [shown, below] = [toDrawnText(title.text, titleMaxLength), toDrawnText(text.text, textMaxLength)]
  const [ofTitle, ofText] = [await findFonts(title.font, shown), await findFonts(text.font, below)]
  if (shown === '' || !ofTitle.isComplete) return undefined
  const task = {
    ...look,
    kind: 'social',
    format,
    ...socialPictureSize,
    fontFiles: [...new Set([...ofTitle.files, ...ofText.files])],
    title: shown,
    titleType: toType(title, ofTitle),
    text: below,
    textType: toType(text, ofText),
  } as const
  const files = await encodeInChild({ ...task, maxMemoryBytes: 400_000_000 }, { niceness: 19 })
  return files?.[0]
}

/** Returns how a text is drawn. The scale belongs to its font, so it is 1 if another font draws the text. */
function toType({ weight, scale, tracking }: SocialText, { families, hasFont }: DrawnFonts): DrawnType {
  return { families, weight, scale: hasFont ? scale : 1, tracking }
}

/** Returns the text as one line without emoji. */
function toDrawnText(text: string, maxLength: number): string {
  const plain = text
    .normalize('NFC')
    .replace(emoji, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const letters = [...plain]
  return letters.length <= maxLength ? plain : `${letters.slice(0, maxLength - 1).join('')}…`
}
