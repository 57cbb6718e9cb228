import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { createGuardedFetch, fetchErrorCode } from './guarded-fetch.ts'
import { listen } from './listen.ts'
import { createHostLookup } from './resolve-host.ts'

/** A name server that knows IPv4 addresses. It never answers questions about `silent.example` and its subdomains. */
async function aNameServer(addresses: Record<string, string>) {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, from) => {
    const labels: string[] = []
    let end = 12
    for (let length = query[end] ?? 0; length > 0; length = query[end] ?? 0) {
      labels.push(query.toString('latin1', end + 1, end + 1 + length))
      end += length + 1
    }
    const [name, type] = [labels.join('.'), query.readUInt16BE(end + 1)]
    asked.push(name)
    if (name.endsWith('silent.example')) return
    const address = type === 1 ? addresses[name] : undefined
    const isKnown = addresses[name] !== undefined
    const header = Buffer.from([...query.subarray(0, 2), 0x81, isKnown ? 0x80 : 0x83, 0, 1, 0, address === undefined ? 0 : 1, 0, 0, 0, 0])
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...(address ?? '').split('.').map(Number)])
    socket.send(Buffer.concat([header, query.subarray(12, end + 5), ...(address === undefined ? [] : [record])]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    asked,
    lookup: createHostLookup({ servers: [`127.0.0.1:${socket.address().port}`] }),
    [Symbol.asyncDispose]: async () => void socket.close(),
  }
}

const codeOf = (work: Promise<unknown>) => work.then(() => 'connected', fetchErrorCode)

it('finds the addresses of a name, and connects to none inside the network', async () => {
  await using names = await aNameServer({ 'shop.example': '127.0.0.1', 'inside.example': '10.0.0.1' })
  const server = createServer((_request, response) => response.end('lamp'))
  const port = await listen(server, '127.0.0.1', 0, 'PORT')
  const permitted = createGuardedFetch({ userAgent: 'test', allowedPrivateAddresses: ['127.0.0.1'], lookup: names.lookup })
  const found = await new Promise((resolve) => names.lookup('shop.example', { all: true }, (_error, addresses) => resolve(addresses)))

  expect(found).toEqual([{ address: '127.0.0.1', family: 4 }])
  expect((await permitted(`http://127.0.0.1:${port}/`)).body.toString()).toBe('lamp')
  expect(await codeOf(permitted('http://inside.example/'))).toBeUndefined()
  expect(await codeOf(permitted('http://missing.example/'))).toBe('ENOTFOUND')
  expect(await codeOf(permitted(`http://${'a'.repeat(64)}.example/`))).toBe('ENOTFOUND')
  expect(names.asked).toContain('inside.example')
  server.close()
})

it('ends within the time limit of a request when no name server answers, and stops neither files nor names of the system', async () => {
  await using names = await aNameServer({})
  const impatient = createGuardedFetch({ userAgent: 'test', timeoutMs: 500, lookup: names.lookup })
  const ended: string[] = []
  const silent = Array.from({ length: 20 }, async (_, nth) => {
    const code = await codeOf(impatient(`http://shop-${nth}.silent.example/`))
    ended.push(String(code))
  })
  // Twenty names on threads would be answered first.
  await readFile(import.meta.filename)
  await new Promise((resolve) => names.lookup('localhost', { all: true }, resolve))
  expect(ended).toEqual([])

  await Promise.all(silent)
  expect(new Set(ended)).toEqual(new Set(['ABORT_ERR']))
})
