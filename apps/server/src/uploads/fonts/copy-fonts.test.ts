import { copiedFontsLimits as limits } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aProject, aStore, catchErrorCode } from '../../../test/builders/builders.ts'
import { aWoff2, stubFontFetch } from '../../../test/builders/font-builder.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { type ProjectContext, read } from '../../access/index.ts'
import { ForeignInputError, parseInChild } from '../../platform/process/confined/parse-in-child.ts'
import { silentLog } from '../../platform/process/log.ts'
import { listStoreUploads } from '../../stores/index.ts'
import { createMediaFiles, type MediaFile } from '../media-files.ts'
import { copyFonts } from './copy-fonts.ts'

const face = (file: string, family = 'Playfair Display') => `@font-face { font-family: '${family}'; src: url(${file}) format('woff2'); }`
const styleSheetUrl = 'https://fonts.example/css'

const twoFonts = {
  css: `${face('a.woff2')}${face('b.woff2')}${face('a.woff2', 'Inter')}`,
  'a.woff2': aWoff2(),
  'b.woff2': aWoff2(1_000, 1),
}

async function fileAt(deps: TestDeps, url: URL): Promise<MediaFile | undefined> {
  const visit = await createMediaFiles({ db: deps.edgeDb, log: silentLog }).visit(url.pathname)
  return visit.kind === 'file' ? visit.file : undefined
}

async function storedFiles(ctx: ProjectContext): Promise<string[]> {
  const rows = await read(ctx, (tx) => tx.selectFrom('upload_files').select('name').orderBy('name').execute())
  return rows.map(({ name }) => name)
}

it('copies a style sheet and its files, and returns the address of the copy', async () => {
  await using deps = await openTestDeps({ fetchFont: stubFontFetch(twoFonts) })
  const ctx = await aProject(deps)

  const copied = await copyFonts(deps, ctx, styleSheetUrl)

  expect(copied.families).toEqual(['Playfair Display', 'Inter'])
  expect(copied.url).toBe(`http://go.test/media/${copied.upload_id}/fonts.css?family=Playfair+Display`)
  const styleSheet = await fileAt(deps, new URL(copied.url))
  expect(styleSheet).toMatchObject({ contentType: 'text/css; charset=utf-8', isFinal: true })
  expect(styleSheet?.bytes.toString().match(/url\([^)]*\)/g)).toEqual(['url(0.woff2)', 'url(1.woff2)', 'url(0.woff2)'])
  expect(await fileAt(deps, new URL('1.woff2', copied.url))).toMatchObject({ contentType: 'font/woff2', bytes: twoFonts['b.woff2'] })
})

it('parses the style sheet in a confined process', async () => {
  await using deps = await openTestDeps({ fetchFont: stubFontFetch(twoFonts), parseForeignFile: parseInChild })

  expect(await copyFonts(deps, await aProject(deps), styleSheetUrl)).toMatchObject({ families: ['Playfair Display', 'Inter'] })
})

it('are invalid when parsing their style sheet exceeds the limits', async () => {
  const urls: string[] = []
  const parseForeignFile: typeof parseInChild = async function* ({ url }) {
    urls.push(url)
    yield* []
    throw new ForeignInputError('The process of a parser ended', 'maxTotalMs')
  }
  await using deps = await openTestDeps({ fetchFont: stubFontFetch(twoFonts), parseForeignFile })

  expect(await catchErrorCode(copyFonts(deps, await aProject(deps), styleSheetUrl))).toBe('FONTS_INVALID')
  expect(urls).toEqual([expect.stringMatching(/font-faces\.ts$/)])
})

it('stores equal fonts once, also when two are stored at once, and stores different fonts separately', async () => {
  await using deps = await openTestDeps({ fetchFont: stubFontFetch(twoFonts) })
  const ctx = await aProject(deps)

  const [first, second] = await Promise.all([copyFonts(deps, ctx, styleSheetUrl), copyFonts(deps, ctx, styleSheetUrl)])

  expect(second).toEqual(first)
  expect(await copyFonts(deps, ctx, styleSheetUrl)).toEqual(first)
  expect(await storedFiles(ctx)).toEqual(['0.woff2', '1.woff2', 'fonts.css'])
  const changed = await copyFonts({ ...deps, fetchFont: stubFontFetch({ ...twoFonts, 'b.woff2': aWoff2(1_000, 2) }) }, ctx, styleSheetUrl)
  expect(changed.upload_id).not.toBe(first.upload_id)
})

it('belong to the store that names them', async () => {
  await using deps = await openTestDeps({ fetchFont: stubFontFetch(twoFonts) })
  const ctx = await aProject(deps)
  const { upload_id, url } = await copyFonts(deps, ctx, styleSheetUrl)

  await aStore(deps, ctx, { custom_fonts_url: url })

  expect(await read(ctx, listStoreUploads)).toEqual([upload_id])
})

it('count toward the space of the organization', async () => {
  await using deps = await openTestDeps({ fetchFont: stubFontFetch(twoFonts) })
  const ctx = await aProject(deps)

  const limited = { ...ctx, entitlements: { ...ctx.entitlements, uploadBytes: 2_000 } }

  expect(await catchErrorCode(copyFonts(deps, limited, styleSheetUrl))).toBe('UPLOAD_SPACE_EXHAUSTED')
  expect(await storedFiles(ctx)).toEqual([])
})

const many = Array.from({ length: limits.files + 1 }, (_, index) => face(`${index}.woff2`)).join('')
const large = Array.from({ length: 6 }, (_, index) => `${index}.woff2`)

it.each<[string, string, Record<string, string | Buffer>]>([
  ['the style sheet is missing', 'FONTS_UNREACHABLE', {}],
  ['a file is missing', 'FONTS_UNREACHABLE', { ...twoFonts, 'b.woff2': undefined as never }],
  ['it is a page', 'FONTS_INVALID', { css: '<!doctype html><title>Fonts</title>' }],
  ['it declares no fonts', 'FONTS_INVALID', { css: '@import "https://fonts.example/other.css";' }],
  ['it names TrueType', 'FONTS_NOT_WOFF2', { css: '@font-face{font-family:Inter;src:url(a.ttf)}' }],
  ['a file is something else', 'FONTS_NOT_WOFF2', { ...twoFonts, 'b.woff2': '<script>alert(1)</script>'.repeat(10) }],
  ['a file is incomplete', 'FONTS_NOT_WOFF2', { ...twoFonts, 'b.woff2': aWoff2().subarray(0, 900) }],
  ['the style sheet is too large', 'FONTS_TOO_LARGE', { css: face('a.woff2').padEnd(limits.styleSheetBytes + 1) }],
  ['it has too many families', 'FONTS_TOO_LARGE', { css: ['A', 'B', 'C', 'D', 'E'].map((family) => face('a.woff2', family)).join('') }],
  ['it has too many files', 'FONTS_TOO_LARGE', { css: many }],
  ['a file is too large', 'FONTS_TOO_LARGE', { ...twoFonts, 'b.woff2': aWoff2(limits.fileBytes + 1) }],
  [
    'its files are too large together',
    'FONTS_TOO_LARGE',
    { css: large.map((file) => face(file)).join(''), ...Object.fromEntries(large.map((file) => [file, aWoff2(limits.fileBytes)])) },
  ],
])('are not copied when %s', async (_what, code, files) => {
  await using deps = await openTestDeps({ fetchFont: stubFontFetch(files) })
  const ctx = await aProject(deps)

  expect(await catchErrorCode(copyFonts(deps, ctx, styleSheetUrl))).toBe(code)
  expect(await storedFiles(ctx)).toEqual([])
})

it.each(['http://127.0.0.1/fonts.css', 'https://169.254.169.254/', 'file:///etc/passwd', 'fonts'])(
  'are not fetched from %s',
  async (url) => {
    await using deps = await openTestDeps()

    expect(await catchErrorCode(copyFonts(deps, await aProject(deps), url))).toBe('FONTS_UNREACHABLE')
  },
)
