import { createSocket } from 'node:dgram'
import type { LookupAddress } from 'node:dns'
import { expect, it } from 'vitest'
import { createHostLookup } from './resolve-host.ts'

const nameError = 3

/** Plays a DNS server (RFC 1035) that knows IPv4 addresses of some hosts, and stays silent about `silent.example`. */
async function openDnsServer(addresses: Record<string, number[]>): Promise<{ server: string } & AsyncDisposable> {
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    const { host, type, end } = readQuestion(question)
    if (host === 'silent.example') return
    const known = addresses[host]
    const answer = type === 1 && known !== undefined ? [...[0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4], ...known] : []
    const header = Buffer.from([
      ...question.subarray(0, 2),
      0x81,
      known === undefined ? 0x80 | nameError : 0x80,
      0,
      1,
      0,
      answer.length > 0 ? 1 : 0,
    ])
    socket.send(Buffer.concat([header, Buffer.alloc(4), question.subarray(12, end), Buffer.from(answer)]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { server: `127.0.0.1:${socket.address().port}`, [Symbol.asyncDispose]: async () => void socket.close() }
}

function readQuestion(message: Buffer): { host: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { host: labels.join('.'), type: message.readUInt16BE(at + 1), end: at + 5 }
}

function find(lookup: ReturnType<typeof createHostLookup>, host: string): Promise<LookupAddress[] | string | undefined> {
  return new Promise((resolve) =>
    lookup(host, { all: true }, (error, found) => resolve(error === null ? (found as LookupAddress[]) : error.code)),
  )
}

it('finds the addresses of a host, tells a missing host from a silent server, and leaves names without a dot to the system', async () => {
  await using dns = await openDnsServer({ 'shop.example': [203, 0, 113, 7] })
  const lookup = createHostLookup({ timeoutMs: 100, servers: [dns.server] })

  expect(await find(lookup, 'shop.example')).toEqual([{ address: '203.0.113.7', family: 4 }])
  expect(await find(lookup, 'missing.example')).toBe('ENOTFOUND')
  expect(await find(lookup, 'silent.example')).toBe('ETIMEOUT')
  expect(await find(lookup, 'localhost')).toContainEqual({ address: '127.0.0.1', family: 4 })
})
