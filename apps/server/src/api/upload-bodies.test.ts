import { Hono, type MiddlewareHandler } from 'hono'
import { expect, it, vi } from 'vitest'
import { listOperations } from '../../test/every-operation.ts'
import { failRateLimited, listReachedLimits } from '../access/index.ts'
import { type ApiEnv, isUpload, limitUploads, type UploadLimitOptions } from './upload-bodies.ts'

const path = '/v1/a/projects/b/uploads'
const form = 'multipart/form-data; boundary=x'

const verifyToken: UploadLimitOptions['verifyToken'] = async (token) => {
  if (token === 'other') return undefined
  const userId = token as never
  if (!token.startsWith('key-of-')) return { kind: 'user', userId }
  const ids = { keyId: token as never, organizationId: token as never, userId }
  return { kind: 'apiKey', ...ids, isReadOnly: false, ended: new AbortController().signal }
}

/** Sets what the app sets before it limits uploads. */
const setAuthorization: MiddlewareHandler<ApiEnv> = (context, next) => {
  context.set('authorization', context.req.header('authorization'))
  return next()
}

/** Creates an app that waits for `mayAnswer` and then responds with the length of the body that it read. */
function anApp(mayAnswer: (user: string) => Promise<void> = async () => undefined): Hono<ApiEnv> {
  const limit = limitUploads({ verifyToken })
  return new Hono<ApiEnv>().post(
    '/*',
    setAuthorization,
    (context, next) => (isUpload(context.req) ? limit(context, next) : next()),
    async (context) => {
      const { byteLength } = await context.req.arrayBuffer()
      await mayAnswer(context.req.header('authorization') ?? '')
      return context.json({ byteLength })
    },
  )
}

/** The environment of requests without a socket. Their bodies are complete from the start. */
const env = { incoming: { complete: true, socket: { bytesRead: 0 } } }

async function send(app: Hono<ApiEnv>, { token = 'valid', type = form, bytes = 9, to = path } = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type }
  return app.request(to, { method: 'POST', body: new Uint8Array(bytes), headers }, env)
}

it('recognizes an upload by its path and its type', async () => {
  const app = anApp()

  expect((await send(app, { token: 'other' })).status).toBe(401)
  expect((await send(app, { token: 'other', to: '/v1/a/projects/b/products/imports' })).status).toBe(401)
  expect((await send(app, { token: 'other', type: 'application/json' })).status).toBe(200)
  expect((await app.request('/v1/a/projects/b/urls', { method: 'POST', headers: { 'content-type': form } })).status).toBe(200)
})

it('treats each call with a file as an upload', async () => {
  const takingFiles = (await listOperations()).filter(({ takesFile }) => takesFile)
  const app = anApp()

  expect(takingFiles.length).toBeGreaterThanOrEqual(6)
  for (const { path: to } of takingFiles)
    expect({ to, status: (await send(app, { token: 'other', to })).status }).toEqual({ to, status: 401 })
})

it('accepts ten megabytes and rejects a larger body', async () => {
  const app = anApp()

  expect(await (await send(app, { bytes: 10_000_000 })).json()).toEqual({ byteLength: 10_000_000 })
  const tooLarge = await send(app, { bytes: 10_010_001 })
  expect([tooLarge.status, await tooLarge.json()]).toMatchObject([413, { code: 'REQUEST_TOO_LARGE' }])
})

it('rejects a form with many small parts before parsing it', async () => {
  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
  const body = `${part.repeat(9_000_000 / part.length)}--x--`
  const headers = { authorization: 'Bearer valid', 'content-type': form }

  expect((await anApp().request(path, { method: 'POST', body, headers }, env)).status).toBe(413)
})

it('reads three and processes two uploads of one user at once, together with uploads of other users', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const started: string[] = []
  const app = anApp((user) => {
    started.push(user.replace('Bearer ', ''))
    return user === 'Bearer mia' ? promise : Promise.resolve()
  })
  const ofMia = Array.from({ length: 8 }, () => send(app, { token: 'mia' }))
  await expect.poll(() => started).toEqual(['mia', 'mia'])

  expect((await send(app, { token: 'noah' })).status).toBe(200)
  expect(started).toEqual(['mia', 'mia', 'noah'])

  resolve()
  expect((await Promise.all(ofMia)).map(({ status }) => status)).toEqual(Array(8).fill(200))
})

it('counts uploads with an API key that were rejected because of too many others', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const app = anApp(() => promise)
  const uploads = Array.from({ length: 21 }, () => send(app, { token: 'key-of-mia' }))

  expect((await Promise.race(uploads)).status).toBe(429)
  resolve()
  expect((await Promise.all(uploads)).filter(({ status }) => status === 429)).toHaveLength(2)
  expect(listReachedLimits(new Date()).filter(({ labels }) => labels.organization === 'key-of-mia')).toEqual([
    { labels: { organization: 'key-of-mia', code: 'TOO_MANY_REQUESTS' }, figure: 2 },
  ])
})

/** Begins an upload whose body ends when `end` is called. When its body is read, its user is added to `begun`. */
function beginUpload(app: Hono<ApiEnv>, token: string, begun: string[]) {
  const { promise, resolve: end } = Promise.withResolvers<void>()
  const body = new ReadableStream(
    {
      async pull(controller) {
        begun.push(token)
        await promise
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = { authorization: `Bearer ${token}`, 'content-type': form }
  return { end, done: Promise.resolve(app.request(path, { method: 'POST', body, headers, duplex: 'half' } as RequestInit, env)) }
}

it('reserves slots for users who uploaded little while the bodies of others arrive slowly', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const app = anApp()
  const begun: string[] = []
  const names = Array.from({ length: 12 }, (_, nth) => `slow-${nth}`)
  const beginThreeUploads = () => names.flatMap((name) => [1, 2, 3].map(() => beginUpload(app, name, begun)))
  const first = beginThreeUploads()
  // The bodies of 22 uploads are read. The 16 unreserved slots have three uploads of each of five users and one of the
  // sixth. Then each of the six users without an upload gets one reserved slot.
  await expect.poll(() => begun).toHaveLength(22)
  expect((await send(app, { token: 'noah' })).status).toBe(200)

  vi.advanceTimersByTime(60_000)
  for (const { end } of first) end()
  await Promise.all(first.map(({ done }) => done))
  begun.length = 0
  const second = beginThreeUploads()
  await expect.poll(() => begun).toHaveLength(16)
  const newcomers = Array.from({ length: 8 }, (_, nth) => beginUpload(app, `new-${nth}`, begun))
  await expect.poll(() => begun.slice(16)).toEqual(newcomers.map((_, nth) => `new-${nth}`))

  for (const { end } of [...second, ...newcomers]) end()
  await Promise.all([...second, ...newcomers].map(({ done }) => done))
  vi.useRealTimers()
})

it('rejects an upload only if too many uploads of the same user wait', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const app = anApp((user) => (user === 'Bearer mia' ? promise : Promise.resolve()))
  const ofMia = Array.from({ length: 3 + 16 }, () => send(app, { token: 'mia' }))
  await new Promise(setImmediate)

  const over = await send(app, { token: 'mia' })
  expect([over.status, over.headers.get('retry-after'), await over.json()]).toMatchObject([429, '5', { code: 'TOO_MANY_REQUESTS' }])
  expect((await send(app, { token: 'noah' })).status).toBe(200)

  resolve()
  expect((await Promise.all(ofMia)).map(({ status }) => status)).toEqual(Array(19).fill(200))
})

it('answers 429, not an internal error, if a rate limit rejects the token of an upload', async () => {
  const limit = limitUploads({ verifyToken: async () => failRateLimited(7) })
  const app = new Hono<ApiEnv>().post('/*', setAuthorization, limit, (context) => context.text('read'))

  const response = await send(app)

  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '5'])
  expect(await response.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})
