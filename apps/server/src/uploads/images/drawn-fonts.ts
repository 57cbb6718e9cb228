// Fonts of drawn pictures, from packages: a machine may have none. Most are WOFF2 files of a part of the letters, which
// the library that draws can't read: those that a text needs are decompressed into a temporary folder, once a process.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import wawoff2 from 'wawoff2'

/** Emoji, and what joins and varies them: the fonts have none. */
export const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f/gu

/** Rubik has them; the other families lack Arabic and Hebrew. */
const rubikLetters = /\p{Script=Arabic}|\p{Script=Hebrew}/u
const rubikFile = fileURLToPath(import.meta.resolve('@expo-google-fonts/rubik/700Bold/Rubik_700Bold.ttf'))

interface SlicedFamily {
  /** The name inside the files. */
  name: string
  slices: { file: string; ranges: readonly (readonly [first: number, last: number])[] }[]
}

/** The family of pages first. A letter of China, Japan and Korea has another form in each. */
const families = {
  inter: { name: 'Inter', subsets: import.meta.resolve('@fontsource-variable/inter/unicode.json') },
  ja: { name: 'Noto Sans JP', subsets: import.meta.resolve('@fontsource-variable/noto-sans-jp/unicode.json') },
  ko: { name: 'Noto Sans KR', subsets: import.meta.resolve('@fontsource-variable/noto-sans-kr/unicode.json') },
  zh: { name: 'Noto Sans SC', subsets: import.meta.resolve('@fontsource-variable/noto-sans-sc/unicode.json') },
} as const

const loaded = new Map<keyof typeof families, SlicedFamily>()

function familyOf(key: keyof typeof families): SlicedFamily {
  const known = loaded.get(key)
  if (known !== undefined) return known
  const { name, subsets: subsetsUrl } = families[key]
  const packageName = basename(dirname(fileURLToPath(subsetsUrl)))
  const subsets = JSON.parse(readFileSync(new URL(subsetsUrl), 'utf8')) as Record<string, string>
  const slices = Object.entries(subsets).map(([subset, ranges]) => ({
    file: fileURLToPath(new URL(`files/${packageName}-${subset.replace(/[[\]]/g, '')}-wght-normal.woff2`, subsetsUrl)),
    ranges: ranges.split(',').flatMap(toRange),
  }))
  const family = { name, slices }
  loaded.set(key, family)
  return family
}

/** `U+0-ff` and `U+131`, as CSS has them. */
function toRange(range: string): [first: number, last: number][] {
  const [, first, last = first] = /^U\+([0-9a-f]+)(?:-([0-9a-f]+))?$/i.exec(range.trim()) ?? []
  return first === undefined || last === undefined ? [] : [[Number.parseInt(first, 16), Number.parseInt(last, 16)]]
}

export interface DrawnFonts {
  /** The files that have the letters of the texts. */
  files: string[]
  /** Their families, in the order in which a letter is looked for. */
  families: string
}

/** Undefined when no font has one of the letters of the first text; others may lack some. */
export async function findFonts(title: string, ...others: readonly string[]): Promise<DrawnFonts | undefined> {
  const text = [title, ...others].join('')
  const order = [familyOf('inter'), ...cjkOrder(text).map(familyOf)]
  const found = new Map<string, Set<string>>()
  for (const letter of new Set([...title, ...others.join('')])) {
    const file = findFile(order, letter)
    if (file === undefined && title.includes(letter) && !isBlank(letter)) return undefined
    if (file !== undefined) found.set(file.family, (found.get(file.family) ?? new Set()).add(file.path))
  }
  const files = [...found.values()].flatMap((paths) => [...paths])
  return { files: await Promise.all(files.map(toDrawable)), families: [...found.keys()].join(',') }
}

function findFile(order: readonly SlicedFamily[], letter: string): { family: string; path: string } | undefined {
  if (rubikLetters.test(letter)) return { family: 'Rubik', path: rubikFile }
  const code = letter.codePointAt(0) ?? 0
  for (const { name, slices } of order) {
    const slice = slices.find(({ ranges }) => ranges.some(([first, last]) => first <= code && code <= last))
    if (slice !== undefined) return { family: name, path: slice.file }
  }
  return undefined
}

/** White space, and what changes the letters around it. */
function isBlank(letter: string): boolean {
  return /[\s\p{Cf}\p{Mn}]/u.test(letter)
}

/** Kana are Japanese, and Hangul is Korean; other ideographs have the forms of China. */
function cjkOrder(text: string): ('ja' | 'ko' | 'zh')[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ['ja', 'zh', 'ko']
  return /\p{Script=Hangul}/u.test(text) ? ['ko', 'zh', 'ja'] : ['zh', 'ja', 'ko']
}

let folder: string | undefined
const decompressed = new Map<string, Promise<string>>()
/** One after the other: the decompressor returns a part of its own memory, which the next font overwrites. */
let lastDecompression: Promise<unknown> = Promise.resolve()

/** Returns the path of the font in a form that can be drawn. */
function toDrawable(path: string): Promise<string> {
  if (!path.endsWith('.woff2')) return Promise.resolve(path)
  const known = decompressed.get(path)
  if (known !== undefined) return known
  const making = lastDecompression.then(() => decompress(path))
  lastDecompression = making.catch(() => undefined)
  decompressed.set(path, making)
  making.catch(() => decompressed.delete(path))
  return making
}

async function decompress(path: string): Promise<string> {
  folder ??= makeFolder()
  const file = join(folder, `${basename(path, '.woff2')}.ttf`)
  await writeFile(file, await wawoff2.decompress(await readFile(path)))
  return file
}

function makeFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'linkshelf-fonts-'))
  process.once('exit', () => rmSync(made, { recursive: true, force: true }))
  return made
}
