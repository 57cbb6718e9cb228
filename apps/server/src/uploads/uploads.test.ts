import { createServer, type RequestListener } from 'node:http'
import { listPictureSizes, organizationId, parseUploadAddress, type UploadDraft } from '@linkshelf/contract'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { anOrganization, aProject, catchErrorCode } from '../../test/builders/builders.ts'
import { anImage } from '../../test/builders/image-builder.ts'
import { verifyUserId } from '../../test/call-api.ts'
import { queryAsOwner } from '../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { createRateLimiters, type ProjectContext, read } from '../access/index.ts'
import { createCallHandler } from '../api/api-calls.ts'
import { listen } from '../platform/http/listen.ts'
import { systemIds } from '../platform/ids.ts'
import { silentLog } from '../platform/process/log.ts'
import { sumStoredBytes } from '../storage/index.ts'
import { addAvif } from './add-avif.ts'
import { createImageFetch, fetchCopy } from './index.ts'
import { createMediaFiles, type MediaFile } from './media-files.ts'
import { createUpload } from './uploads.ts'

const photograph = await anImage({ width: 400, height: 200 }).jpeg().toBuffer()

function aDraft(bytes: Buffer = photograph, purpose: UploadDraft['purpose'] = 'picture'): UploadDraft {
  return { file: new File([new Uint8Array(bytes)], 'lamp.jpg'), purpose }
}

async function fileAt(deps: TestDeps, url: string): Promise<MediaFile | undefined> {
  const visit = await createMediaFiles({ db: deps.edgeDb, log: silentLog }).visit(new URL(url).pathname)
  return visit.kind === 'file' ? visit.file : undefined
}

async function countRows(ctx: ProjectContext): Promise<[uploads: number, files: number]> {
  const count = (table: 'uploads' | 'upload_files') => read(ctx, (tx) => tx.selectFrom(table).select('digest').execute())
  const [uploads, files] = await Promise.all([count('uploads'), count('upload_files')])
  return [uploads.length, files.length]
}

async function pendingTasks(deps: TestDeps): Promise<unknown[]> {
  const rows = await queryAsOwner(deps, "select payload from picture_tasks where kind = 'avif'")
  return rows.map(({ payload }) => payload)
}

it('stores the files of a picture, and returns the address of the largest', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)

  const upload = await createUpload(deps, ctx, aDraft())

  expect(upload).toMatchObject({ width: 400, height: 200, url: `http://go.test/media/${upload.upload_id}/400x200.webp` })
  const address = parseUploadAddress(upload.url)
  expect(address).toEqual({ digest: upload.upload_id, width: 400, height: 200, purpose: 'picture' })
  for (const { width, height } of listPictureSizes({ width: 400, height: 200 })) {
    const file = await fileAt(deps, `http://go.test/media/${upload.upload_id}/${width}x${height}.webp`)
    expect(file).toMatchObject({ contentType: 'image/webp', isFinal: true })
    expect(await sharp(file?.bytes).metadata()).toMatchObject({ width, height })
  }
  expect(await countRows(ctx)).toEqual([1, 3])
})

it('accepts a file as multipart/form-data', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const form = new FormData()
  form.append('file', new File([new Uint8Array(photograph)], 'lamp.jpg', { type: 'text/html' }))
  form.append('purpose', 'icon')
  const path = `http://app.test/v1/${ctx.organization.id}/projects/${ctx.project.id}/uploads`
  const context = { authorization: `Bearer ${ctx.actor.userId}`, verifyToken: verifyUserId, requestId: 'corr-1' }

  const response = await createCallHandler(deps)(new Request(path, { method: 'POST', body: form }), context)

  expect(response?.status).toBe(201)
  expect(await response?.json()).toMatchObject({ url: expect.stringMatching(/\/180x180\.png$/), width: 180, height: 180 })
})

it.each([
  ['multipart/form-data; boundary=x', '--y', 'The body is not a valid form (multipart/form-data).'],
  ['application/json', '{', 'The body is not valid JSON.'],
])("reports the error in a body of %s that can't be read", async (type, body, message) => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const path = `http://app.test/v1/${ctx.organization.id}/projects/${ctx.project.id}/uploads`
  const context = { authorization: `Bearer ${ctx.actor.userId}`, verifyToken: verifyUserId, requestId: 'corr-1' }

  const response = await createCallHandler(deps)(new Request(path, { method: 'POST', headers: { 'content-type': type }, body }), context)

  expect(response?.status).toBe(400)
  expect(await response?.json()).toMatchObject({ code: 'REQUEST_INVALID', message })
})

it('serves WebP at the AVIF address until the job has encoded the AVIF', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)
  const { url } = await createUpload(deps, ctx, aDraft())
  const avif = url.replace('.webp', '.avif')

  expect(await fileAt(deps, avif)).toMatchObject({ contentType: 'image/webp', isFinal: false })
  const [task] = await pendingTasks(deps)
  await addAvif(deps, task)
  await addAvif(deps, task) // the job may run twice

  const file = await fileAt(deps, avif)
  expect(file).toMatchObject({ contentType: 'image/avif', isFinal: true })
  expect(await sharp(file?.bytes).metadata()).toMatchObject({ compression: 'av1', width: 400 })
  expect(await countRows(ctx)).toEqual([1, 6])
})

it("stores an organization's equal pictures once, also when two are uploaded at once, and another organization's separately", async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await aProject(deps), await aProject(deps)]

  const [first, second] = await Promise.all([createUpload(deps, mia, aDraft()), createUpload(deps, mia, aDraft())])
  const third = await createUpload(deps, mia, aDraft())
  const other = await createUpload(deps, noah, aDraft())

  expect(second).toEqual(first)
  expect(third).toEqual(first)
  expect(other.upload_id).not.toBe(first.upload_id)
  expect(await countRows(mia)).toEqual([1, 3])
  expect(await pendingTasks(deps)).toHaveLength(2)
})

it('rejects a file that is no picture, and stores nothing', async () => {
  await using deps = await openTestDeps()
  const ctx = await aProject(deps)

  expect(await catchErrorCode(createUpload(deps, ctx, aDraft(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))))).toBe(
    'UPLOAD_INVALID',
  )
  expect(await countRows(ctx)).toEqual([0, 0])
})

it("limits the storage of an organization's pictures, also for two uploads at once", async () => {
  await using deps = await openTestDeps()
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  const probe = await createUpload(deps, ctx, aDraft())
  const bytes = await read(ctx, (tx) => sumStoredBytes(tx, ctx, 'total'))
  const limited = { ...ctx, entitlements: { ...ctx.entitlements, uploadBytes: bytes * 2.5 } }
  const another = async () => createUpload(deps, limited, aDraft(await anImage({ width: 400, height: 200 }).jpeg().toBuffer()))

  const outcomes = await Promise.allSettled([another(), another()])

  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await catchErrorCode(another())).toBe('UPLOAD_SPACE_EXHAUSTED')
  expect(await createUpload(deps, limited, aDraft())).toEqual(probe)
})

it('rate-limits rejected files as writes too', async () => {
  await using deps = await openTestDeps()
  const { entitlements, ...ctx } = await aProject(deps)
  const rateLimits = { ...entitlements.rateLimits, writes: 2 }
  const limited = { ...ctx, entitlements: { ...entitlements, rateLimits }, rateLimiters: createRateLimiters(deps) }
  const reject = () => catchErrorCode(createUpload(deps, limited, aDraft(Buffer.from('no picture'))))

  expect([await reject(), await reject(), await reject()]).toEqual(['UPLOAD_INVALID', 'UPLOAD_INVALID', 'TOO_MANY_REQUESTS'])
})

it('serves no file of a name, size or digest that was not stored', async () => {
  await using deps = await openTestDeps()
  const { url, upload_id } = await createUpload(deps, await aProject(deps), aDraft())
  const paths = [
    url.replace('400x200', '400x201'),
    url.replace('.webp', '.png'),
    `http://go.test/media/${upload_id}/source`,
    `http://go.test/media/${'a'.repeat(27)}/400x200.webp`,
  ]

  for (const path of paths) expect(await fileAt(deps, path)).toBeUndefined()
})

it('serves only cached files while the database is unavailable', async () => {
  await using deps = await openTestDeps()
  const { url } = await createUpload(deps, await aProject(deps), aDraft())
  const files = createMediaFiles({ db: deps.edgeDb, log: silentLog })
  const { pathname } = new URL(url)
  await files.visit(pathname)
  await deps.edgeDb.destroy()

  expect((await files.visit(pathname)).kind).toBe('file')
  expect((await files.visit(pathname.replace('400x200', '160x80'))).kind).toBe('busy')
})

describe('a picture from an address', () => {
  const permitted = createImageFetch({ userAgent: 'test', allowedPrivateAddresses: ['127.0.0.1'] })

  it('is stored as if it were uploaded', async () => {
    await using shop = await openServer((_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(photograph))
    await using deps = await openTestDeps({ fetchImage: permitted })
    const ctx = await aProject(deps)

    const copied = await createUpload(deps, ctx, { url: `${shop.origin}/lamp`, purpose: 'picture' })

    expect(copied).toEqual(await createUpload(deps, ctx, aDraft()))
  })

  it.each<[string, string, RequestListener]>([
    ['the server answers 404', 'UPLOAD_UNREACHABLE', (_request, response) => response.writeHead(404).end(photograph)],
    [
      'it is HTML',
      'UPLOAD_INVALID',
      (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<!doctype html>'),
    ],
    [
      'it has more than ten megabytes',
      'UPLOAD_INVALID',
      (_request, response) => response.end(Buffer.concat([photograph, Buffer.alloc(10_000_000)])),
    ],
    [
      'it redirects to a private address',
      'UPLOAD_UNREACHABLE',
      (request, response) => response.writeHead(302, { location: `http://[::1]:${request.socket.localPort}/` }).end(),
    ],
  ])('is rejected when %s', async (_what, code, listener) => {
    await using shop = await openServer(listener)
    await using deps = await openTestDeps({ fetchImage: permitted })
    const ctx = await aProject(deps)

    expect(await catchErrorCode(createUpload(deps, ctx, { url: shop.origin, purpose: 'picture' }))).toBe(code)
    expect(await countRows(ctx)).toEqual([0, 0])
  })

  it('is fetched concurrently with seven others, while 24 wait, and the next is rejected', async () => {
    let fetching = 0
    let most = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow = async (url: string) => {
      fetching += 1
      most = Math.max(most, fetching)
      await promise
      fetching -= 1
      return { url, status: 200, contentType: 'image/jpeg', body: photograph }
    }
    const owner = () => organizationId.parse(systemIds.next())
    const fetches = Array.from({ length: 33 }, () => fetchCopy(slow, 'https://shop.example/lamp', owner()))
    const last = catchErrorCode(fetches[32] ?? Promise.resolve())
    resolve()

    expect([await last, most]).toEqual(['TOO_MANY_REQUESTS', 8])
    expect(await Promise.all(fetches.slice(0, 32))).toHaveLength(32)
  })

  it('is rejected when redirects lead to a picture that may not be copied', async () => {
    const url = 'https://m.media-amazon.com/images/I/41.jpg'
    const redirected = async () => ({ url, status: 200, contentType: 'image/jpeg', body: photograph })
    await using deps = await openTestDeps({ fetchImage: redirected })
    const draft = { url: 'https://amzn.to/3xyz', purpose: 'picture' } as const

    expect(await catchErrorCode(createUpload(deps, await aProject(deps), draft))).toBe('UPLOAD_SOURCE_FORBIDDEN')
  })

  it.each([
    ['http://127.0.0.1/lamp.png', 'UPLOAD_UNREACHABLE'],
    ['https://169.254.169.254/', 'UPLOAD_UNREACHABLE'],
    ['file:///etc/passwd', 'UPLOAD_UNREACHABLE'],
    ['lamp', 'UPLOAD_UNREACHABLE'],
    ['https://m.media-amazon.com/images/I/41.jpg', 'UPLOAD_SOURCE_FORBIDDEN'],
  ])('is rejected: %s', async (url, code) => {
    await using deps = await openTestDeps()
    expect(await catchErrorCode(createUpload(deps, await aProject(deps), { url, purpose: 'picture' }))).toBe(code)
  })
})

async function openServer(listener: RequestListener): Promise<{ origin: string } & AsyncDisposable> {
  const server = createServer(listener)
  const port = await listen(server, '127.0.0.1', 0, 'PORT')
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
