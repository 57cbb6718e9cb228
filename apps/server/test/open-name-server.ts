import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import { parseAddress } from '../src/platform/http/client-address.ts'

const types = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 } as const
type RecordType = keyof typeof types

/**
 * Records by name and type. A name with `fails` is answered with SERVFAIL, and a name with `silent` is not answered.
 */
type Zone = Record<string, Partial<Record<RecordType, readonly string[]>> | 'fails' | 'silent'>

/**
 * Opens a name server on this machine, over UDP. A test can change `zone` at any time. If `port` is 0, the system
 * chooses a port.
 */
export async function openNameServer(zone: Zone = {}, port = 0) {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query)
    asked.push(name)
    const found = zone[name]
    if (found === 'silent') return
    const records = typeof found === 'object' ? encodeRecords(zone, name, type) : []
    const code = found === 'fails' ? 2 : found === undefined ? 3 : 0
    const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80 + code, 0, 1, 0, records.length, 0, 0, 0, 0])
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), from.port, from.address)
  })
  socket.bind(port, '127.0.0.1')
  await once(socket, 'listening')
  return {
    zone,
    /** The queried names, oldest first. */
    asked,
    address: `127.0.0.1:${socket.address().port}`,
    [Symbol.asyncDispose]: async () => void socket.close(),
  }
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let end = 12
  for (let length = query[end] ?? 0; length > 0; length = query[end] ?? 0) {
    labels.push(query.toString('latin1', end + 1, end + 1 + length))
    end += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(end + 1), end: end + 5 }
}

/**
 * Encodes the records of a name. If the name has a CNAME record, the result also contains the records of the canonical
 * name, as the response of a recursive name server does.
 */
function encodeRecords(zone: Zone, name: string, type: number): Buffer[] {
  const own = zone[name]
  if (typeof own !== 'object') return []
  const [canonical] = own.CNAME ?? []
  if (canonical !== undefined && type !== types.CNAME)
    return [encodeRecord(name, types.CNAME, encodeName(canonical)), ...encodeRecords(zone, canonical, type)]
  const kind = (Object.keys(types) as RecordType[]).find((one) => types[one] === type)
  return kind === undefined ? [] : (own[kind] ?? []).map((value) => encodeRecord(name, type, encodeValue(kind, value)))
}

function encodeRecord(name: string, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(10)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(1, 2)
  head.writeUInt32BE(60, 4)
  head.writeUInt16BE(data.length, 8)
  return Buffer.concat([encodeName(name), head, data])
}

function encodeName(name: string): Buffer {
  return Buffer.concat([...name.split('.').map(encodeText), Buffer.from([0])])
}

function encodeText(text: string): Buffer {
  return Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')])
}

function encodeValue(type: RecordType, value: string): Buffer {
  if (type === 'CNAME') return encodeName(value)
  if (type === 'TXT') return Buffer.concat((value.match(/.{1,255}/g) ?? ['']).map(encodeText))
  if (!isIPv6(value)) return Buffer.from(value.split('.').map(Number))
  return encodeIpv6(parseAddress(value) ?? value)
}

function encodeIpv6(address: string): Buffer {
  const [before = '', after] = address.split('::')
  const [first, last] = [before, after ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  const zeros = after === undefined ? [] : Array<string>(8 - (first?.length ?? 0) - (last?.length ?? 0)).fill('0')
  const groups = [...(first ?? []), ...zeros, ...(last ?? [])]
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex')
}
