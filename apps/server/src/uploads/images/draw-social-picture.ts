import { fileURLToPath } from 'node:url'
import { socialPictureSize } from '@linkshelf/contract'
import { type EncodedFile, encodeInChild, type SocialTask } from './encode-in-child.ts'

/** It has the letters of Latin, Cyrillic, Arabic and Hebrew. A machine may have no fonts. */
const fontFile = fileURLToPath(import.meta.resolve('@expo-google-fonts/rubik/700Bold/Rubik_700Bold.ttf'))
const writtenInFont = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Common}\p{Script=Inherited}]*$/u
/** Emoji, and what joins and varies them: the font has none. */
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f/gu

const titleMaxLength = 80
const textMaxLength = 140

export type SocialPicture = Pick<SocialTask, 'title' | 'text' | 'background' | 'foreground' | 'accent' | 'logo' | 'photo'>

/** A picture with a title. Undefined when the font lacks a letter of the title, or nothing of it is left. */
export async function drawSocialPicture(
  { title, text, ...look }: SocialPicture,
  format: SocialTask['format'],
): Promise<EncodedFile | undefined> {
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
