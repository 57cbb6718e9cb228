// One user sends too many requests at once or sends too slowly, while another user sends a normal request.
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { aMember, anOrganization, aProject } from '../../test/builders/builders.ts'
import { anImage } from '../../test/builders/image-builder.ts'
import { createApiCaller } from '../../test/call-api.ts'
import { queryAsOwner, runAsOwner } from '../../test/databases/run-as-owner.ts'
import { listOperations } from '../../test/every-operation.ts'
import { openTestDeps } from '../../test/open-test-deps.ts'
import { aRunningApi, type RunningApi } from '../../test/running-api.ts'
import { fetchAccessToken } from '../demo/account.ts'
import { createApiClient } from '../demo/api-client.ts'

interface Uploader {
  token: string
  /** The URL of the call that uploads a picture. */
  address: string
}

async function anUploader(api: RunningApi, name: string): Promise<Uploader> {
  const token = await fetchAccessToken(api.url, { email: `${name}@people.test`, password: 'otters like cold water', fullName: 'Mia Reed' })
  const [organization] = await createApiClient(api.url, token).organizations.list()
  return { token, address: `${api.url}/v1/${organization?.id}/projects/${organization?.projects[0]?.id}/uploads` }
}

/** Begins an upload of nine megabytes, but sends only its first bytes. */
function beginUpload({ token, address }: Uploader): ClientRequest {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 9_000_000 }
  const upload = request(address, { method: 'POST', headers, agent: false })
  upload.on('error', () => undefined)
  upload.write('--x\r\n')
  return upload
}

async function uploadPicture({ token, address }: Uploader): Promise<number> {
  const body = new FormData()
  body.append('file', new File([new Uint8Array(await anImage().png().toBuffer())], 'lamp.png'))
  return (await fetch(address, { method: 'POST', body, headers: { authorization: `Bearer ${token}` } })).status
}

it('stores the upload of one user while three others have begun eight uploads each', async () => {
  await using api = await aRunningApi()
  const [noah, ...slow] = await Promise.all(['noah', 'mia', 'ava', 'leo'].map((name) => anUploader(api, name)))
  if (noah === undefined) throw new Error('Noah is a user')
  const begun = slow.flatMap((user) => Array.from({ length: 8 }, () => beginUpload(user)))
  await Promise.all(begun.map((upload) => once(upload, 'socket')))

  expect(await uploadPicture(noah)).toBe(201)

  for (const upload of begun) upload.destroy()
  for (const user of slow) expect(await uploadPicture(user)).toBe(201)
})

it.each([
  ['an upload', 'multipart/form-data; boundary=x', 9_000_000, '/uploads'],
  ['another call', 'application/json', 9_000, '/urls'],
])('answers 408 if the body of %s arrives too slowly', async (_what, type, length, path) => {
  await using api = await aRunningApi({}, { bodyRate: { graceMs: 100, checkEveryMs: 20 } })
  const { token, address } = await anUploader(api, 'mia')
  const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': length }
  const slow = request(address.replace('/uploads', path), { method: 'POST', headers, agent: false })
  slow.write('{')

  const [response] = (await once(slow, 'response')) as [IncomingMessage]

  expect([response.statusCode, response.headers.connection]).toEqual([408, 'close'])
  expect(await json(response)).toMatchObject({ code: 'BODY_TOO_SLOW', message: expect.stringContaining('less than 10 KB a second') })
  slow.destroy()
  expect((await fetch(`${api.url}/v1/organizations`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
})

it('closes the connections of an address over its limit, and accepts new ones when others have closed', async () => {
  await using api = await aRunningApi({}, { connectionsPerAddress: 2 })
  const port = Number(new URL(api.url).port)
  /** Returns whether a new connection gets a response. */
  const isAnswered = async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    let received = ''
    for await (const chunk of socket.setEncoding('utf8')) received += chunk
    return received.startsWith('HTTP/1.1 200')
  }
  const open = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  await Promise.all(open.map((socket) => once(socket, 'connect')))

  expect(await isAnswered().catch(() => false)).toBe(false)
  for (const socket of open) socket.destroy()
  await expect.poll(() => isAnswered().catch(() => false)).toBe(true)
})

it('accepts 36 calls of one user at once, and answers another user before those that wait', async () => {
  await using deps = await openTestDeps()
  const [mia, noah] = [await anOrganization(deps), await anOrganization(deps)]
  const call = createApiCaller(deps)
  const list = { method: 'GET', path: '/v1/organizations' }
  const answered: string[] = []
  const send = async (name: string, { user }: typeof mia) => {
    const response = await call(user, list)
    answered.push(`${name} ${response.status}`)
    return response
  }

  const ofMia = Array.from({ length: 40 }, () => send('mia', mia))
  const ofNoah = send('noah', noah)
  const responses = await Promise.all(ofMia)
  await ofNoah

  const over = responses.filter(({ status }) => status === 429)
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(36)
  expect(over).toHaveLength(4)
  for (const response of over) {
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await response.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  }
  expect(answered.indexOf('noah 200')).toBeLessThan(answered.lastIndexOf('mia 200'))
})

it('answers another user while three users have four calls each waiting in PostgreSQL', async () => {
  await using deps = await openTestDeps()
  const noah = await anOrganization(deps)
  const slow = [await aProject(deps), await aProject(deps), await aProject(deps)]
  const call = createApiCaller(deps)
  await runAsOwner(deps, async (owner) => {
    await owner.query('begin')
    await owner.query('lock table labels in access exclusive mode')
    const waiting = slow.flatMap((ctx) => {
      const path = `/v1/${ctx.organization.id}/projects/${ctx.project.id}/labels`
      return Array.from({ length: 4 }, () => call(ctx, { method: 'GET', path }))
    })
    // pg_stat_activity stays the same within a transaction, so another connection has to read it.
    const text = "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    const countLocked = async () => (await queryAsOwner(deps, text)).length
    let answeredCount = 0
    for (const each of waiting) void each.then(() => (answeredCount += 1))
    await expect.poll(() => countLocked()).toBeGreaterThanOrEqual(7)

    expect((await call(noah.user, { method: 'GET', path: '/v1/organizations' })).status).toBe(200)
    expect(answeredCount).toBe(0)

    await owner.query('commit')
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(12).fill(200))
  })
})

it('answers another user while twelve members of one organization wait in PostgreSQL', async () => {
  await using deps = await openTestDeps()
  const noah = await anOrganization(deps)
  const owned = await anOrganization(deps)
  const { organization, project } = await aProject(deps, { owned })
  const members = await Promise.all(Array.from({ length: 12 }, () => aMember(deps, owned)))
  const call = createApiCaller(deps)
  await runAsOwner(deps, async (owner) => {
    await owner.query('begin')
    await owner.query('lock table labels in access exclusive mode')
    const path = `/v1/${organization.id}/projects/${project.id}/labels`
    const waiting = members.map((member) => call(member, { method: 'GET', path }))
    const text = "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await expect.poll(async () => (await queryAsOwner(deps, text)).length).toBe(7)

    expect((await call(noah.user, { method: 'GET', path: '/v1/organizations' })).status).toBe(200)
    expect(await queryAsOwner(deps, text)).toHaveLength(7)

    await owner.query('commit')
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(12).fill(200))
  })
})

it('declares a separate concurrency limit for each call that returns a stream or a file', async () => {
  const operations = (await listOperations()).filter(({ path }) => !path.startsWith('/v1/public/'))

  expect(
    operations.filter(({ responseTypes }) => responseTypes.includes('text/event-stream')).map(({ concurrency }) => concurrency),
  ).toEqual(['streams'])
  const files = operations.filter(({ responseTypes }) => responseTypes.includes('text/csv') || responseTypes.includes('application/gzip'))
  expect(files.length).toBeGreaterThanOrEqual(8)
  expect(files.filter(({ concurrency }) => concurrency !== 'downloads')).toEqual([])
})
