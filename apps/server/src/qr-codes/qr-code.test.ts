import type { QrConfigUpdate } from '@linkshelf/contract'
import jsqr from 'jsqr'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { aLink, aProject, catchErrorCode, listErrorCodes } from '../../test/builders/builders.ts'
import { anImage, toDataUrl } from '../../test/builders/image-builder.ts'
import { verifyUserId } from '../../test/call-api.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { type ProjectContext, read } from '../access/index.ts'
import { createCallHandler } from '../api/api-calls.ts'
import { createAlias } from '../links/aliases/link-aliases.ts'
import { deleteLink } from '../links/write/delete-link.ts'
import { eraseLinks } from '../links/write/erase-links.ts'
import { restoreLinks } from '../links/write/restore-links.ts'
import { createProject, deleteProject } from '../projects/projects.ts'
import { getQrConfig, updateQrCode } from './qr-codes.ts'

const defaultConfig = { logo: null, color: '#000000', background_color: '#ffffff', background_transparent: false }
const logo = toDataUrl(await anImage().png().toBuffer())

/** Creates a project with one link, and returns functions that send requests to the link's QR code calls. */
async function aLinkOverHttp(deps: TestDeps, { slug = 'lamp' } = {}) {
  const ctx = await aProject(deps)
  const link = await aLink(deps, ctx, { slug })
  const handle = createCallHandler(deps)
  const path = `http://app.test/v1/${ctx.organization.id}/projects/${ctx.project.id}/urls/${link.url_id}/qr_code`
  const context = {
    authorization: `Bearer ${ctx.actor.userId}`,
    verifyToken: verifyUserId,
    requestId: 'corr-1',
  }
  async function send(rest = '', init: RequestInit = {}): Promise<Response> {
    return (await handle(new Request(`${path}${rest}`, init), context)) ?? new Response('no such call', { status: 599 })
  }
  const edit = (body: QrConfigUpdate) =>
    send('', { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  return { ctx, link, send, edit }
}

async function countRows(ctx: ProjectContext): Promise<number> {
  const rows = await read(ctx, (tx) => tx.selectFrom('qr_codes').select('subject_id').execute())
  return rows.length
}

it('exists for every link, and encodes its short URL with the scan parameter', async () => {
  await using deps = await openTestDeps()
  const { send } = await aLinkOverHttp(deps)

  const response = await send()

  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'private, no-cache' })
  const { data, info } = await sharp(await response.arrayBuffer())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([512, 512])
  expect(jsqr.default(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe('http://go.test/lamp?qr=1')
  expect(await (await send('/config')).json()).toEqual(defaultConfig)
})

it('encodes the address of a requested alias, with the options of the link', async () => {
  await using deps = await openTestDeps()
  const { ctx, link, send, edit } = await aLinkOverHttp(deps)
  const { alias_id: aliasId } = await createAlias(deps, ctx, { linkId: link.url_id, draft: { slug: 'lampe' } })
  const other = await aLink(deps, ctx)
  const { alias_id: theirs } = await createAlias(deps, ctx, { linkId: other.url_id, draft: {} })

  const response = await send(`?alias_id=${aliasId}`)
  expect(await decodeResponse(response)).toBe('http://go.test/lampe?qr=1')
  expect(response.headers.get('etag')).not.toBe((await send()).headers.get('etag'))
  await edit({ color: '#123456' })
  const svg = await send(`?alias_id=${aliasId}&format=svg`)
  expect(await svg.text()).toContain('#123456')

  for (const unknown of [theirs, deps.ids.next()]) {
    const failure = await send(`?alias_id=${unknown}`)
    expect([failure.status, await failure.json()]).toMatchObject([404, { code: 'LINK_ALIAS_NOT_FOUND' }])
  }
})

async function decodeResponse(response: Response): Promise<string | undefined> {
  const { data, info } = await sharp(await response.arrayBuffer())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsqr.default(new Uint8ClampedArray(data), info.width, info.height)?.data
}

it('encodes the percent-encoded address of a short name with non-ASCII letters', async () => {
  await using deps = await openTestDeps()
  const { send } = await aLinkOverHttp(deps, { slug: 'go/k\u00fcche' })

  const { data, info } = await sharp(await (await send()).arrayBuffer())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })

  expect(jsqr.default(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe('http://go.test/go/k%C3%BCche?qr=1')
})

it('returns PNG or SVG in the requested size', async () => {
  await using deps = await openTestDeps()
  const { send } = await aLinkOverHttp(deps)
  const [svg, large] = await Promise.all([send('?format=svg'), send('?size=2048')])

  expect([svg.headers.get('content-type'), svg.headers.get('content-disposition')]).toEqual([
    'image/svg+xml',
    expect.stringContaining('qr-code.svg'),
  ])
  expect(await svg.text()).toMatch(/^<svg [^>]*width="512"/)
  expect(await sharp(await large.arrayBuffer()).metadata()).toMatchObject({ width: 2_048, height: 2_048 })
  const invalid = await Promise.all(['?size=63', '?size=2049', '?size=1.5', '?format=gif'].map((query) => send(query)))
  expect(invalid.map(({ status }) => status)).toEqual([400, 400, 400, 400])
})

it('responds with 304 to a client with the current image, until the style changes', async () => {
  await using deps = await openTestDeps()
  const { send, edit } = await aLinkOverHttp(deps)
  const etag = (await send()).headers.get('etag') ?? ''
  const sendIfNoneMatch = (etags: string) => send('', { headers: { 'if-none-match': etags } })

  const responses = await Promise.all([etag, `W/${etag}`, `"other", ${etag}`, '*'].map(sendIfNoneMatch))

  expect(responses.map(({ status }) => status)).toEqual([304, 304, 304, 304])
  expect([await responses[0]?.text(), responses[0]?.headers.get('etag'), responses[0]?.headers.get('cache-control')]).toEqual([
    '',
    etag,
    'private, no-cache',
  ])
  expect((await sendIfNoneMatch('"other"')).status).toBe(200)
  await edit({ color: '#123456' })
  const changed = await sendIfNoneMatch(etag)
  expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false])
  await edit({ color: '#000000' })
  expect((await sendIfNoneMatch(etag)).status).toBe(304)
})

it('updates only the given options', async () => {
  await using deps = await openTestDeps()
  const { send, edit } = await aLinkOverHttp(deps)

  expect(await (await edit({ color: '#AABBCC' })).json()).toEqual({ ...defaultConfig, color: '#aabbcc' })
  expect(await (await edit({ logo, background_transparent: true })).json()).toMatchObject({
    color: '#aabbcc',
    background_transparent: true,
    logo: expect.stringMatching(/^data:image\/png;base64,/),
  })
  expect(await (await edit({})).json()).toMatchObject({ color: '#aabbcc', logo: expect.any(String) })
  expect(await (await edit({ logo: null, background_transparent: false })).json()).toEqual({ ...defaultConfig, color: '#aabbcc' })
  expect(await (await send('/config')).json()).toEqual({ ...defaultConfig, color: '#aabbcc' })
})

it('accepts the logo that it returned', async () => {
  await using deps = await openTestDeps()
  const { edit } = await aLinkOverHttp(deps)
  const { logo: stored } = (await (await edit({ logo })).json()) as { logo: string }

  expect((await (await edit({ logo: stored })).json()) as object).toMatchObject({ logo: stored })
})

it('applies both of two concurrent changes, also the first changes', async () => {
  await using deps = await openTestDeps()
  const { send, edit } = await aLinkOverHttp(deps)

  await Promise.all([
    edit({ color: '#111111' }),
    edit({ background_color: '#eeeeee' }),
    edit({ background_transparent: true }),
    edit({ logo }),
  ])

  expect(await (await send('/config')).json()).toEqual({
    logo: expect.any(String),
    color: '#111111',
    background_color: '#eeeeee',
    background_transparent: true,
  })
})

it.each<[string, object]>([
  ['an invalid color', { color: 'red' }],
  ['a color with an alpha channel', { color: '#11223344' }],
  ['an SVG data URL', { logo: 'data:image/svg+xml;base64,PHN2Zy8+' }],
  ['a file URL', { logo: 'file:///etc/passwd' }],
  ['a URL of more than 2,048 characters', { logo: `https://shop.example/${'a'.repeat(2_048)}` }],
  ['an unknown field', { colour: '#000000' }],
])('rejects %s', async (_what, body) => {
  await using deps = await openTestDeps()
  const { send, edit } = await aLinkOverHttp(deps)
  expect((await edit(body as QrConfigUpdate)).status).toBe(400)
  expect(await (await send('/config')).json()).toEqual(defaultConfig)
})

it('responds with 429 and Retry-After when the queue is full', async () => {
  await using deps = await openTestDeps()
  // Ten users are needed, because one user may not make this many concurrent calls.
  const users = await Promise.all(Array.from({ length: 10 }, (_none, nth) => aLinkOverHttp(deps, { slug: `lamp-${nth}` })))

  const responses = await Promise.all(users.flatMap(({ send }) => [1, 2, 3, 4].map((nth) => send(`?size=${1_500 + nth}`))))

  const rejected = responses.filter(({ status }) => status !== 200)
  expect(rejected.length).toBeGreaterThan(0)
  for (const { status, headers } of rejected) expect([status, headers.get('retry-after')]).toEqual([429, '5'])
  expect(await rejected[0]?.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', data: { retry_after_seconds: 5 } })
})

it('is deleted with its link, its project and its organization', async () => {
  await using deps = await openTestDeps()
  const { ctx, link, send } = await aLinkOverHttp(deps)
  await updateQrCode(deps, ctx, { subject: { kind: 'link', id: link.url_id }, update: { color: '#123456' } })
  const other = await aLink(deps, ctx)
  await updateQrCode(deps, ctx, { subject: { kind: 'link', id: other.url_id }, update: { color: '#123456' } })
  expect(await countRows(ctx)).toBe(2)

  await deleteLink(ctx, link.url_id)
  await restoreLinks(deps, ctx, [link.url_id])
  expect(await getQrConfig(deps, ctx, { kind: 'link', id: link.url_id })).toMatchObject({ color: '#123456' })

  await deleteLink(ctx, link.url_id)
  await eraseLinks(ctx, [link.url_id])

  expect(await countRows(ctx)).toBe(1)
  const responses = await Promise.all([send(), send('/config')])
  expect(await Promise.all(responses.map((response) => response.json()))).toMatchObject([
    { code: 'LINK_NOT_FOUND' },
    { code: 'LINK_NOT_FOUND' },
  ])
  expect(await catchErrorCode(updateQrCode(deps, ctx, { subject: { kind: 'link', id: link.url_id }, update: { color: '#654321' } }))).toBe(
    'LINK_NOT_FOUND',
  )

  await createProject(deps, ctx, { name: 'Second', description: 'So that the first can be deleted' })
  await deleteProject(ctx)
  expect(await countRows(ctx)).toBe(0)
})

it('has no row when its link is deleted during an update of the QR code', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  for (let round = 0; round < 5; round += 1) {
    const link = await aLink(deps, ctx)
    const edits = ['#111111', '#222222', '#333333'].map((color) =>
      updateQrCode(deps, ctx, { subject: { kind: 'link', id: link.url_id }, update: { color } }),
    )
    const settled = await Promise.allSettled([...edits, deleteLink(ctx, link.url_id)])
    expect(listErrorCodes(settled).filter((code) => code !== 'LINK_NOT_FOUND')).toEqual([])
    await eraseLinks(ctx, [link.url_id])
  }
  expect(await countRows(ctx)).toBe(0)
})

it("can't be read or changed by another organization", async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]
  const link = await aLink(deps, mia)
  const before = await updateQrCode(deps, mia, { subject: { kind: 'link', id: link.url_id }, update: { color: '#123456' } })

  expect(await catchErrorCode(getQrConfig(deps, noah, { kind: 'link', id: link.url_id }))).toBe('LINK_NOT_FOUND')
  expect(await catchErrorCode(updateQrCode(deps, noah, { subject: { kind: 'link', id: link.url_id }, update: { color: '#ffffff' } }))).toBe(
    'LINK_NOT_FOUND',
  )
  expect(await countRows(noah)).toBe(0)
  expect(await getQrConfig(deps, mia, { kind: 'link', id: link.url_id })).toEqual(before)
})
