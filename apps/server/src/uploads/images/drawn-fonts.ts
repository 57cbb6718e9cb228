// Fonts for drawn pictures come from packages, because a machine may have no fonts. A package has WOFF2 files, each
// with a part of the letters. The drawing library can't read WOFF2, so each process decompresses the files that its
// texts need into a temporary folder, each once.
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type StoreFont, storeFonts } from '@linkshelf/contract'
import wawoff2 from 'wawoff2'
import { makeTemporaryFolder } from '../../platform/process/temporary-folder.ts'

/** Emoji, their joiners and their modifiers, which the fonts lack. */
export const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f/gu

/**
 * A font for each language, because many Chinese, Japanese and Korean letters are drawn differently in each language.
 */
const cjkFonts = { ja: 'noto-sans-jp', ko: 'noto-sans-kr', zh: 'noto-sans-sc' } as const

type DrawnFont = StoreFont | (typeof cjkFonts)[keyof typeof cjkFonts]

/** A file with a part of the letters of a font. */
interface Slice {
  font: DrawnFont
  subset: string
  path: string
  ranges: readonly (readonly [first: number, last: number])[]
}

const loaded = new Map<DrawnFont, Slice[]>()

function listSlices(font: DrawnFont): Slice[] {
  const known = loaded.get(font)
  if (known !== undefined) return known
  const subsetsUrl = import.meta.resolve(`@fontsource-variable/${font}/unicode.json`)
  const subsets = JSON.parse(readFileSync(new URL(subsetsUrl), 'utf8')) as Record<string, string>
  const slices = Object.entries(subsets).map(([subset, ranges]) => ({
    font,
    subset,
    path: fileURLToPath(new URL(`files/${font}-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`, subsetsUrl)),
    ranges: ranges.split(',').flatMap(toRange),
  }))
  loaded.set(font, slices)
  return slices
}

/** Parses CSS ranges, for example `U+0-ff` and `U+131`. */
function toRange(range: string): [first: number, last: number][] {
  const [, first, last = first] = /^U\+([0-9a-f]+)(?:-([0-9a-f]+))?$/i.exec(range.trim()) ?? []
  return first === undefined || last === undefined ? [] : [[Number.parseInt(first, 16), Number.parseInt(last, 16)]]
}

export interface DrawnFonts {
  /** The files that together have the letters of the text. */
  files: string[]
  /** The files' families, separated by commas. A letter is taken from the first family that has it. */
  families: string
  /** False if no font has one of the letters. */
  isComplete: boolean
  /** Whether the requested font has at least one letter of the text. */
  hasFont: boolean
}

/** Finds the files that draw a text in this font. If the font lacks a letter, another font's file is added. */
export async function findFonts(font: StoreFont, text: string): Promise<DrawnFonts> {
  const order = listFallbacks(font, text)
  const letters = [...new Set(text)].map((letter) => ({ letter, slices: findSlices(order, letter) }))
  const wanted = new Set(letters.flatMap(({ slices }) => slices))
  // A font's Latin file comes after the font's other files. The Latin file has separate accents. If it came first, an
  // accent could be drawn next to its letter, although another file has the letter with its accent as one glyph.
  const computeRank = ({ font: found, subset }: Slice) => 2 * order.indexOf(found) + (subset === 'latin' ? 1 : 0)
  const sorted = [...wanted].toSorted((one, other) => computeRank(one) - computeRank(other))
  const drawable = await Promise.all(sorted.map(({ path }) => toDrawable(path)))
  return {
    files: drawable.map(({ file }) => file),
    families: drawable.map(({ family }) => family).join(','),
    isComplete: letters.every(({ letter, slices }) => slices.length > 0 || isBlank(letter)),
    hasFont: letters.some(({ letter, slices }) => /\p{L}/u.test(letter) && slices[0]?.font === font),
  }
}

/**
 * Returns the fonts in which a letter is searched, in order. After a serif font comes a serif font with more scripts.
 * Only Rubik has Arabic and Hebrew.
 */
function listFallbacks(font: StoreFont, text: string): DrawnFont[] {
  const similar: DrawnFont[] = storeFonts[font].kind === 'serif' ? ['source-serif-4'] : []
  return [...new Set<DrawnFont>([font, ...similar, 'inter', 'rubik', ...cjkOrder(text).map((language) => cjkFonts[language])])]
}

/** Every font has these letters. */
const basicLetters = /[\0-\u00ff]|\p{P}/u

/**
 * Finds the files that may have the letter. A font may lack rarer letters of the ranges that its package declares.
 * Therefore, for a rarer letter, all fonts up to Inter are searched. Inter has every letter of its ranges.
 */
function findSlices(order: readonly DrawnFont[], letter: string): Slice[] {
  const code = letter.codePointAt(0) ?? 0
  const found: Slice[] = []
  for (const [nth, font] of order.entries()) {
    const slice = listSlices(font).find(({ ranges }) => ranges.some(([first, last]) => first <= code && code <= last))
    if (slice !== undefined) found.push(slice)
    if (found.length > 0 && (basicLetters.test(letter) || nth >= order.indexOf('inter'))) break
  }
  return found
}

/** Returns whether the character is white space or only changes the letters around it, so no font needs it. */
function isBlank(letter: string): boolean {
  return /[\s\p{Cf}\p{Mn}]/u.test(letter)
}

/**
 * Returns the order in which the Chinese, Japanese and Korean fonts are searched. Kana are Japanese, and Hangul is
 * Korean. Other ideographs are drawn in their Chinese forms.
 */
function cjkOrder(text: string): (keyof typeof cjkFonts)[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ['ja', 'zh', 'ko']
  return /\p{Script=Hangul}/u.test(text) ? ['ko', 'zh', 'ja'] : ['zh', 'ja', 'ko']
}

interface Drawable {
  file: string
  /** A family name that only this file has, so that the name selects the file. */
  family: string
}

let folder: string | undefined
const decompressed = new Map<string, Promise<Drawable>>()
/**
 * The last decompression. The next decompression starts after it, because the decompressor returns a part of its own
 * memory, which the next font overwrites.
 */
let lastDecompression: Promise<unknown> = Promise.resolve()

function toDrawable(path: string): Promise<Drawable> {
  const known = decompressed.get(path)
  if (known !== undefined) return known
  const making = lastDecompression.then(() => decompress(path))
  lastDecompression = making.catch(() => undefined)
  decompressed.set(path, making)
  making.catch(() => decompressed.delete(path))
  return making
}

async function decompress(path: string): Promise<Drawable> {
  folder ??= await makeTemporaryFolder(tmpdir(), 'linkshelf-fonts')
  const file = join(folder, `${basename(path, '.woff2')}.ttf`)
  const bytes = Buffer.from(await wawoff2.decompress(await readFile(path)))
  renamed += 1
  const family = renameFamily(bytes, renamed)
  await writeFile(file, bytes)
  return { file, family }
}

let renamed = 0

/** The ids of names that are replaced: typographic family and family (OpenType, table `name`). */
const familyIds = [16, 1]
const windows = 3

/**
 * Replaces the family name of a font file, and returns the new name. Only the Windows names are replaced. They are in
 * UTF-16, and the new name has the same length. `nth` is different for each file.
 */
function renameFamily(font: Buffer, nth: number): string {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index)
  const entry = tables.find((at) => font.toString('latin1', at, at + 4) === 'name')
  const start = entry === undefined ? 0 : font.readUInt32BE(entry + 8)
  const texts = start + font.readUInt16BE(start + 4)
  const records = Array.from({ length: font.readUInt16BE(start + 2) }, (_, index) => start + 6 + 12 * index)
  const families = familyIds.flatMap((id) => records.filter((at) => font.readUInt16BE(at) === windows && font.readUInt16BE(at + 6) === id))
  const names = families.map((at) => {
    const name = nth.toString(36).padStart(font.readUInt16BE(at + 8) / 2, 'x')
    Buffer.from(name, 'utf16le')
      .swap16()
      .copy(font, texts + font.readUInt16BE(at + 10))
    return name
  })
  const [family] = names
  if (family === undefined) throw new Error('A font has no family')
  return family
}
