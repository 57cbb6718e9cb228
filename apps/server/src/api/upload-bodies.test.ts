import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { failRateLimited } from '../access/index.ts'
import { type ApiEnv, isUpload, limitUploads } from './upload-bodies.ts'

const path = '/v1/a/projects/b/uploads'
const form = 'multipart/form-data; boundary=x'

/** Answers with the length of the body that it read, when `mayAnswer` resolves. */
function anApp(mayAnswer: Promise<void> = Promise.resolve()): Hono<ApiEnv> {
  const limit = limitUploads(async (token) => (token === 'other' ? undefined : { kind: 'user', userId: token as never }))
  return new Hono<ApiEnv>().post(
    '/*',
    (context, next) => (isUpload(context.req) ? limit(context, next) : next()),
    async (context) => {
      const { byteLength } = await context.req.arrayBuffer()
      await mayAnswer
      return context.json({ byteLength })
    },
  )
}

function send(app: Hono<ApiEnv>, { token = 'valid', type = form, bytes = 9, to = path } = {}): Promise<Response> | Response {
  return app.request(to, {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
  })
}

it('recognizes an upload by its path and its type', async () => {
  const app = anApp()

  expect((await send(app, { token: 'other' })).status).toBe(401)
  expect((await send(app, { token: 'other', to: '/v1/a/projects/b/products/imports' })).status).toBe(401)
  expect((await send(app, { token: 'other', type: 'application/json' })).status).toBe(200)
  expect((await app.request('/v1/a/projects/b/urls', { method: 'POST', headers: { 'content-type': form } })).status).toBe(200)
})

it('reads ten megabytes and no more', async () => {
  const app = anApp()

  expect(await (await send(app, { bytes: 10_000_000 })).json()).toEqual({ byteLength: 10_000_000 })
  const tooLarge = await send(app, { bytes: 10_010_001 })
  expect([tooLarge.status, await tooLarge.json()]).toMatchObject([413, { code: 'REQUEST_TOO_LARGE' }])
})

it('reads eight at once, four of them of one user, and rejects the next', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const app = anApp(promise)
  const fourOf = (token: string) => Array.from({ length: 4 }, () => send(app, { token }))
  const statusOf = async (token: string) => (await send(app, { token })).status
  const four = fourOf('mia')
  await new Promise(setImmediate)

  expect(await statusOf('mia')).toBe(429)
  const eight = [...four, ...fourOf('noah')]
  await new Promise(setImmediate)
  const ninth = await send(app, { token: 'ada' })
  resolve()

  expect([ninth.status, ninth.headers.get('retry-after'), await ninth.json()]).toMatchObject([429, '5', { code: 'TOO_MANY_REQUESTS' }])
  expect((await Promise.all(eight)).map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(await statusOf('mia')).toBe(200)
})

it('rejects an upload whose token is rejected by a rate limit, without an internal error', async () => {
  const limit = limitUploads(async () => failRateLimited(7))
  const app = new Hono<ApiEnv>().post('/*', limit, (context) => context.text('read'))

  const response = await send(app)

  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '5'])
  expect(await response.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})
