import { createServer, type RequestListener } from 'node:http'
import type { LookupFunction } from 'node:net'
import { expect, it, vi } from 'vitest'
import { createGuardedFetch, findFetchErrorCode, isFetchError } from './guarded-fetch.ts'
import { listen } from './listen.ts'

const guarded = createGuardedFetch({ userAgent: 'test' })
const guard = { userAgent: 'test', allowedPrivateAddresses: ['127.0.0.1'], maxBytes: 1_000 }
const permitted = createGuardedFetch(guard)
const impatient = createGuardedFetch({ ...guard, timeoutMs: 500 })

async function openServer(listener: RequestListener): Promise<{ origin: string } & AsyncDisposable> {
  const server = createServer(listener)
  const port = await listen(server, '127.0.0.1', 0, 'PORT')
  return {
    origin: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function isRejected(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => false,
    (error: unknown) => isFetchError(error),
  )
}

it.each([
  'http://127.0.0.1/',
  'http://localhost/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://0.0.0.0/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1/',
  'http://[fd00::1]/',
  'http://[fe80::1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'https://127.0.0.1/',
  'http://shop.example:22/',
  'http://[fe80::1%25eth0]/',
  'http://user:secret@shop.example/',
])('never connects to %s', async (address) => {
  expect(await isRejected(guarded(address))).toBe(true)
})

it('checks where a redirect leads before following it', async () => {
  let isReached = false
  await using inner = await openServer((_request, response) => {
    isReached = true
    response.end('secret')
  })
  await using outer = await openServer((_request, response) =>
    response.writeHead(302, { location: inner.origin.replace('127.0.0.1', '[::ffff:127.0.0.1]') }).end(),
  )

  expect(await isRejected(permitted(outer.origin))).toBe(true)
  expect(isReached).toBe(false)
})

it('requests the address that `toRequest` returns for a redirect, and no address if it returns undefined', async () => {
  const paths: string[] = []
  await using site = await openServer(({ url = '' }, response) => {
    paths.push(url)
    response.writeHead(url === '/' ? 302 : 200, { location: '/lamp?tag=eve-20' }).end()
  })
  const toRequest = (location: string) => (paths.length < 3 ? location.replace('?tag=eve-20', '') : undefined)
  const cleaning = createGuardedFetch({ userAgent: 'test', allowedPrivateAddresses: ['127.0.0.1'], toRequest })

  expect((await cleaning(`${site.origin}/`)).url).toBe(`${site.origin}/lamp`)
  expect(await isRejected(cleaning(`${site.origin}/`))).toBe(true)
  expect(paths).toEqual(['/', '/lamp', '/'])
})

it('follows three redirects, but not a fourth redirect', async () => {
  await using chain = await openServer((request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) response.writeHead(200, { 'content-type': 'text/html' }).end('here')
    else response.writeHead(302, { location: `/${left - 1}` }).end()
  })

  expect(await permitted(`${chain.origin}/3`)).toMatchObject({ status: 200, body: Buffer.from('here') })
  expect(await isRejected(permitted(`${chain.origin}/4`))).toBe(true)
})

it('cuts a response that never ends, and times out on a response that never begins', async () => {
  await using endless = await openServer((request, response) => {
    if (request.url === '/silent') return
    response.writeHead(200, { 'content-type': 'text/html' })
    const more = setInterval(() => response.write('x'.repeat(400)), 1)
    response.on('close', () => clearInterval(more))
  })

  expect((await permitted(endless.origin)).body).toHaveLength(1_000)
  expect(await isRejected(impatient(`${endless.origin}/silent`))).toBe(true)
})

it('connects to any port of an allowed range', async () => {
  const inRange = createGuardedFetch({ userAgent: 'test', allowedPrivateAddresses: ['127.0.0.0/8'] })
  await using inner = await openServer((_request, response) => response.end('inside'))

  expect((await inRange(inner.origin)).body.toString()).toBe('inside')
})

/** Returns a lookup that ignores the name. Its first call returns the first address, its second call the second. */
function createLookup(...addresses: [string, ...string[]]): LookupFunction {
  let count = 0
  return (_hostname, { all }, callback) => {
    const address = addresses[Math.min(count++, addresses.length - 1)] ?? ''
    const family = address.includes(':') ? 6 : 4
    return all ? callback(null, [{ address, family }]) : callback(null, address, family)
  }
}

it('rejects a name with a private address that is not in the allowed ranges, without a warning', async () => {
  const warn = vi.spyOn(console, 'warn')
  for (const address of ['::1', 'fd00::1', '::ffff:127.0.0.1', '10.0.0.1']) {
    const lookup = createLookup(address)
    const fetch = createGuardedFetch({ userAgent: 'test', allowedPrivateAddresses: ['127.0.0.0/8', 'fd12::/16'], lookup })
    expect(findFetchErrorCode(await fetch('http://shop.example/').catch((error: unknown) => error))).toBeUndefined()
  }
  expect(warn).not.toHaveBeenCalled()
})

it('connects to the allowed address that it checked, even if the name resolves to another address afterwards', async () => {
  const fetch = createGuardedFetch({
    userAgent: 'test',
    allowedPrivateAddresses: ['127.9.0.0/16'],
    lookup: createLookup('127.9.9.9', '10.0.0.1'),
  })
  await expect(fetch('http://shop.example/')).rejects.toThrow('ECONNREFUSED 127.9.9.9:80')

  const rebinding = createGuardedFetch({
    userAgent: 'test',
    allowedPrivateAddresses: ['127.9.0.0/16'],
    lookup: createLookup('203.0.113.1', '10.0.0.1'),
  })
  await expect(rebinding('http://shop.example/')).rejects.toThrow('10.0.0.1')
})

it('requests nothing while requests are paused', async () => {
  let requests = 0
  await using server = await openServer((_request, response) => {
    requests += 1
    response.end()
  })
  let isPaused = true
  const pausable = createGuardedFetch({ ...guard, isPaused: async () => isPaused })

  expect(await isRejected(pausable(server.origin))).toBe(true)
  expect(requests).toBe(0)
  isPaused = false
  expect(await pausable(server.origin)).toMatchObject({ status: 200 })
})
