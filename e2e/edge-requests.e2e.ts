import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { writeLinkSnapshot } from '../apps/server/src/edge/link-cache/link-snapshot.ts'
import { aHeaderLine, aPath, aRequest, mostly } from '../apps/server/test/builders/arbitrary-requests.ts'
import { aDataFolder, runPart } from '../harness/run-part.ts'

const nowhere = 'postgres://nobody@127.0.0.1:1/none'
const accounts = { api: nowhere, edge: nowhere, jobs: nowhere, ship: nowhere, listener: nowhere }
const noStores = {
  databaseUrl: nowhere,
  databaseAccounts: accounts,
  clickhouseUrl: '',
  clickhouseAccounts: { reader: 'http://127.0.0.1:9/none', writer: 'http://127.0.0.1:9/none' },
}
const lamp = { linkId: 'l', projectId: 'p', organizationId: 'o', revision: 1, destination: 'https://shop.example/lamp', rules: [] }

const interfaces = Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
  addresses.map(({ address }) => ({ name, address })),
)
const linkLocal = interfaces.find(({ address }) => address.startsWith('fe80:'))
const hasIpv6 = interfaces.some(({ address }) => address === '::1')
/** The addresses of this machine. A link-local address includes the zone of its interface. */
const addresses = ['127.0.0.1', ...(hasIpv6 ? ['::1'] : []), ...(linkLocal ? [`${linkLocal.address}%${linkLocal.name}`] : [])]

const anyRequest = fc.oneof(
  aRequest,
  fc.tuple(aPath, fc.array(aHeaderLine, { maxLength: 4 })).map(([path, lines]) => formatRequest(path, ...lines)),
  fc.constantFrom('CONNECT', 'TRACE', 'PRI', 'M-SEARCH', 'PATCH', 'GETT').map((method) => formatRequest('/lamp').replace('GET', method)),
)
/**
 * Cuts a request at `cutAt`, a share of its length from 0 to 1. After the first part, either the rest is sent, or the
 * connection ends or is reset.
 */
const anEnding = fc.record({ cutAt: fc.double({ min: 0, max: 1, noNaN: true }), next: mostly('the rest', 'the end', 'a reset') })

function formatRequest(path: string, ...lines: string[]): string {
  return [`GET ${path} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n')
}

function open(port: number, host: string): { socket: Socket; received: () => string } {
  const socket = connect({ port, host })
  let text = ''
  socket
    .on('error', () => undefined)
    .on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
    })
  return { socket, received: () => text }
}

async function waitForClose(socket: Socket): Promise<void> {
  if (!socket.closed) await once(socket, 'close')
}

it.each(['on', 'off'])('survives any complete or partial request from any address, with EDGE_SOCKET_READER %s', async (reader) => {
  await using folder = await aDataFolder()
  // If an edge has no database, it serves the links of its snapshot.
  await writeLinkSnapshot(folder.path, [{ address: 'lamp', checkedAt: Date.now(), link: lamp }])
  const settings = { HOST: hasIpv6 ? '::' : '0.0.0.0', TRUSTED_PROXIES: '127.0.0.1', EDGE_SOCKET_READER: reader, LOG_LEVEL: 'error' }
  await using edge = await runPart('edge', folder.path, noStores, settings)
  const { port = 0 } = edge
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...addresses), anyRequest, anEnding, async (address, request, { cutAt, next }) => {
      const { socket } = open(port, address)
      const cut = Math.round(request.length * cutAt)
      socket.write(request.slice(0, cut), 'latin1')
      await turn()
      if (next === 'a reset') socket.resetAndDestroy()
      else socket.end(next === 'the rest' ? request.slice(cut) : '', 'latin1')
      await waitForClose(socket)
    }),
    { numRuns: 500 },
  )
  for (const address of addresses) {
    const { socket, received } = open(port, address)
    socket.end(formatRequest('/lamp'))
    await waitForClose(socket)
    expect(received()).toMatch(/^HTTP\/1\.1 302 Found\r\nLocation: https:\/\/shop\.example\/lamp\r\n/)
  }
  expect(process.kill(edge.pid, 0)).toBe(true)
})
