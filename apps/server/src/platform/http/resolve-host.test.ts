import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { openNameServer } from '../../../test/open-name-server.ts'
import { createGuardedFetch, findFetchErrorCode } from './guarded-fetch.ts'
import { listen } from './listen.ts'
import { createHostLookup } from './resolve-host.ts'

const readErrorCode = (work: Promise<unknown>) => work.then(() => 'connected', findFetchErrorCode)

it('finds the addresses of a name, and does not connect to addresses inside the network', async () => {
  await using names = await openNameServer({ 'shop.example': { A: ['127.0.0.1'] }, 'inside.example': { A: ['10.0.0.1'] } })
  const lookup = createHostLookup({ servers: [names.address] })
  const server = createServer((_request, response) => response.end('lamp'))
  const port = await listen(server, '127.0.0.1', 0, 'PORT')
  const permitted = createGuardedFetch({ userAgent: 'test', allowedPrivateAddresses: ['127.0.0.1'], lookup })
  const found = await new Promise((resolve) => lookup('shop.example', { all: true }, (_error, addresses) => resolve(addresses)))

  expect(found).toEqual([{ address: '127.0.0.1', family: 4 }])
  expect((await permitted(`http://127.0.0.1:${port}/`)).body.toString()).toBe('lamp')
  expect(await readErrorCode(permitted('http://inside.example/'))).toBeUndefined()
  expect(await readErrorCode(permitted('http://missing.example/'))).toBe('ENOTFOUND')
  expect(await readErrorCode(permitted(`http://${'a'.repeat(64)}.example/`))).toBe('ENOTFOUND')
  expect(names.asked).toContain('inside.example')
  server.close()
})

it('ends within the time limit of a request if no name server answers, and blocks neither files nor names of the system', async () => {
  const hosts = Array.from({ length: 20 }, (_, nth) => `shop-${nth}.silent.example`)
  await using names = await openNameServer(Object.fromEntries(hosts.map((host) => [host, 'silent' as const])))
  const lookup = createHostLookup({ servers: [names.address] })
  const impatient = createGuardedFetch({ userAgent: 'test', timeoutMs: 500, lookup })
  const ended: string[] = []
  const silent = hosts.map(async (host) => {
    const code = await readErrorCode(impatient(`http://${host}/`))
    ended.push(String(code))
  })
  // If the twenty names were resolved in Node's thread pool, reading this file would wait for them.
  await readFile(import.meta.filename)
  await new Promise((resolve) => lookup('localhost', { all: true }, resolve))
  expect(ended).toEqual([])

  await Promise.all(silent)
  expect(new Set(ended)).toEqual(new Set(['ABORT_ERR']))
})
