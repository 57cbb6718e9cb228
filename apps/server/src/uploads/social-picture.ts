import { fileURLToPath } from 'node:url'
import { productPictureFormat, socialPictureSize, storePictureFormat } from '@linkshelf/contract'
import { type OrganizationContext, read } from '../access/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { type EncodedFile, encodeInChild, type SocialTask } from './images/encode-in-child.ts'
import { digestOf, toFiles } from './upload-files.ts'
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

/** Returns the same bytes for equal pictures only. */
function sourceOf({ logo, photo, ...look }: SocialPicture, format: 'png' | 'jpg'): Buffer {
  const pictures = [logo, photo].map((picture) => picture ?? Buffer.alloc(0))
  const lengths = pictures.map(({ length }) => length)
  // A PNG has no photograph; its digests stay what they are in stored rows.
  const head = format === 'png' ? look : { ...look, format, lengths }
  return Buffer.concat([Buffer.from(JSON.stringify(head)), ...pictures])
}

/** It has the letters of Latin, Cyrillic, Arabic and Hebrew. A machine may have no fonts. */
const fontFile = fileURLToPath(import.meta.resolve('@expo-google-fonts/rubik/700Bold/Rubik_700Bold.ttf'))
const writtenInFont = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Common}\p{Script=Inherited}]*$/u
/** Emoji, and what joins and varies them: the font has none. */
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f/gu

const titleMaxLength = 80
const textMaxLength = 140

export type SocialPicture = Pick<SocialTask, 'title' | 'text' | 'background' | 'foreground' | 'accent' | 'logo' | 'photo'>

/** A picture with a title. Undefined when the font lacks a letter of the title, or no letter can be drawn. */
async function drawSocialPicture({ title, text, ...look }: SocialPicture, format: SocialTask['format']): Promise<EncodedFile | undefined> {
  const shown = toDrawnText(title, titleMaxLength)
  if (!shown) return undefined
  const task = {
    ...look,
    kind: 'social',
    format,
    ...socialPictureSize,
    fontFile,
    title: shown,
    text: toDrawnText(text, textMaxLength) ?? '',
  } as const
  const files = await encodeInChild({ ...task, maxMemoryBytes: 300_000_000 }, { niceness: 19 })
  return files?.[0]
}

/** Returns the text as one line without emoji; undefined when the font lacks a letter. */
function toDrawnText(text: string, maxLength: number): string | undefined {
  const plain = text
    .replace(emoji, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  if (!writtenInFont.test(plain)) return undefined
  const letters = [...plain]
  return letters.length <= maxLength ? plain : `${letters.slice(0, maxLength - 1).join('')}…`
}
