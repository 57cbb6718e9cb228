import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UploadPurpose } from '@linkshelf/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aProduct, aProject, aStore } from '../../../test/builders/builders.ts'
import { fetchOneFont } from '../../../test/builders/font-builder.ts'
import { anImage } from '../../../test/builders/image-builder.ts'
import { closeEdge } from '../../../test/close-fetch-connections.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { runAsJobsAccount } from '../../../test/run-as-jobs-account.ts'
import type { ProjectContext } from '../../access/index.ts'
import { drawProductPicture, drawStorePicture } from '../../social-pictures/index.ts'
import { deactivateStore } from '../../stores/stores.ts'
import { copyFonts } from '../../uploads/fonts/copy-fonts.ts'
import { createUpload } from '../../uploads/uploads.ts'
import { type Edge, openEdge } from '../open-edge.ts'

let deps: TestDeps
let folder: string
let edge: Edge

async function open(hasFastPath: boolean, options: { notFoundPerMinute?: number } = {}): Promise<void> {
  const { edgeDb: db, listenerUrl, clock, ids, log } = deps
  const fixed = {
    host: '127.0.0.1',
    port: 0,
    publicOrigin: 'https://go.example',
    durability: 'process',
    trustedProxies: [],
    lookupTimeoutMs: 60_000, // so that a busy machine does not answer with 503
  } as const
  edge = await openEdge({ ...fixed, journalsFolder: folder, db, listenerUrl, clock, ids, log, hasFastPath, ...options })
}

beforeEach(async () => {
  deps = await openTestDeps()
  folder = await mkdtemp(join(tmpdir(), 'linkshelf-media-'))
})

afterEach(async () => {
  await closeEdge(edge)
  await rm(folder, { recursive: true })
  await deps[Symbol.asyncDispose]()
})

const visit = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${edge.port}${path}`, init)

async function anUpload(ctx: ProjectContext, { width = 200, purpose = 'picture' as UploadPurpose } = {}): Promise<string> {
  const bytes = await anImage({ width, height: 100 }).png().toBuffer()
  return (await createUpload(deps, ctx, { file: new File([new Uint8Array(bytes)], 'lamp.png'), purpose })).url
}

const anUploadPath = async () => new URL(await anUpload(await aProject(deps))).pathname

describe.each([
  ['the socket', true],
  ['node:http', false],
])('read from %s', (_reader, hasFastPath) => {
  it('serves a picture that may be cached for a year, with a policy that allows nothing else', async () => {
    const path = await anUploadPath()
    await open(hasFastPath)

    const response = await visit(`${path}?any=query`)

    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'access-control-allow-origin': '*',
      'strict-transport-security': 'max-age=63072000',
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.length).toBe(Number(response.headers.get('content-length')))
    expect(bytes.toString('latin1', 8, 12)).toBe('WEBP')
    const head = await visit(path, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
  })

  it('serves WebP at an AVIF address, cacheable for a minute, until the AVIF file exists', async () => {
    const path = await anUploadPath()
    await open(hasFastPath)

    const { headers } = await visit(path.replace('.webp', '.avif'))

    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['image/webp', 'public, max-age=60'])
  })
})

it("lets pages load a theme's fonts from their own origin, cacheable for a year", async () => {
  const ctx = await aProject(deps)
  await aStore(deps, ctx, { name: 'Linen', theme: 'linen' })
  await open(true)

  const page = await visit('/@linen')

  expect(page.headers.get('content-security-policy')).toContain("font-src 'self';")
  const [, path = ''] = /url\((\/media\/fonts\/[^)]*-latin\.woff2)\)/.exec(await page.text()) ?? []
  const font = await visit(path)
  expect([font.status, font.headers.get('content-type'), font.headers.get('cache-control')]).toEqual([
    200,
    'font/woff2',
    'public, max-age=31536000, immutable',
  ])
  expect(Buffer.from(await font.arrayBuffer()).toString('latin1', 0, 4)).toBe('wOF2')
  for (const unknown of [path.replace('latin', 'latin-9'), path.replace('5.3', '5.2'), `${path}/../../../package.json`])
    expect((await visit(unknown)).status).toBe(404)
})

it('lets store pages load copied fonts only from the public origin', async () => {
  const ctx = await aProject(deps)
  const origins = { ...deps.origins, public: 'https://go.example' }
  const { url } = await copyFonts({ ...deps, fetchFont: fetchOneFont, origins }, ctx, 'https://fonts.example/fonts.css')
  await aStore(deps, ctx, { name: 'Lamps', custom_fonts_url: url })
  await open(true)

  const page = await visit('/@lamps')

  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/style-src ('sha256-[^']+' )+https:\/\/go\.example;/)
  expect(policy).toContain("font-src 'self' https://go.example;")
  const html = await page.text()
  expect(html).toContain(`<link rel="stylesheet" href="${url}"/>`)
  expect(html).toContain("--font:'Playfair Display',")
  const { pathname, search } = new URL(url)
  const [styleSheet, file] = [await visit(`${pathname}${search}`), await visit(pathname.replace('fonts.css', '0.woff2'))]
  for (const [response, type] of [
    [styleSheet, 'text/css; charset=utf-8'],
    [file, 'font/woff2'],
  ] as const)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
    })
})

it("serves a store's current share image at the address of a deleted one while the store is visible", async () => {
  const ctx = await aProject(deps)
  const { store_id: storeId } = await aStore(deps, ctx, { name: 'Lamps' })
  const { product_id } = await aProduct(deps, ctx, { name: 'Desk lamp' })
  const ids = { organizationId: ctx.organization.id, projectId: ctx.project.id }
  await runAsJobsAccount(deps, async (jobs) => {
    await drawStorePicture(jobs, ids)
    await drawProductPicture(jobs, { ...ids, productId: product_id })
  })
  await open(true)
  const findPath = async (page: string) =>
    /og:image" content="https:\/\/go\.example(\/media\/[^"]+)"/.exec(await (await visit(page)).text())?.[1] ?? ''
  const [ofStore, ofProduct] = [await findPath('/@lamps'), await findPath('/@lamps/desk-lamp')]
  const [drawn, ...earlier] = await Promise.all([ofStore, toEarlier(ofStore), toEarlier(ofProduct)].map((path) => visit(path)))

  expect(drawn?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(earlier.map(({ status, headers }) => [status, headers.get('content-type'), headers.get('cache-control')])).toEqual([
    [200, 'image/png', 'public, max-age=60'],
    [200, 'image/png', 'public, max-age=60'],
  ])
  expect(await earlier[0]?.bytes()).toEqual(await drawn?.bytes())
  await deactivateStore(deps, ctx, storeId)
  expect((await visit(toEarlier(ofProduct))).status).toBe(404)

  function toEarlier(path: string): string {
    return path.replace(/^\/media\/[^/]+/, `/media/${'e'.repeat(27)}`)
  }
})

it('answers 404 to other addresses and counts them as unknown slugs', async () => {
  const path = await anUploadPath()
  await open(true, { notFoundPerMinute: 4 })

  const paths = ['/media/', '/media/x', '/media/x/source', path.replace('200x100', '200x101')]
  for (const unknown of paths) expect([unknown, (await visit(unknown)).status]).toEqual([unknown, 404])
  expect((await visit('/media/y')).status).toBe(429)
  expect((await visit(path)).status).toBe(200)
})

it('serves only cached files to an address that floods', async () => {
  const [path, other] = [await anUploadPath(), await anUploadPath()]
  await open(true, { notFoundPerMinute: 1 })
  expect((await visit(path)).status).toBe(200)

  for (let miss = 0; miss < 10; miss += 1) await visit(`/missing${miss}`)

  expect([(await visit(path)).status, (await visit(other.replace('200x100', '200x101'))).status]).toEqual([200, 429])
})

it('serves every file that a store page names before the AVIF files exist', async () => {
  const ctx = await aProject(deps)
  await aStore(deps, ctx, {
    name: 'Lamps',
    logo: await anUpload(ctx),
    banner_image: await anUpload(ctx, { width: 2_000 }),
    favicon: await anUpload(ctx, { purpose: 'icon' }),
  })
  await aProduct(deps, ctx, { image_url: await anUpload(ctx, { width: 700 }) })
  await open(true)

  const html = await (await visit('/@lamps')).text()
  const paths = [...new Set(html.match(/\/media\/[A-Za-z0-9_-]+\/\d+x\d+\.(webp|avif|png)/g))]

  expect(paths).toHaveLength(18)
  for (const path of paths) {
    const { status, headers } = await visit(path)
    expect([path, status, headers.get('content-type')]).toEqual([path, 200, path.endsWith('png') ? 'image/png' : 'image/webp'])
  }
})
