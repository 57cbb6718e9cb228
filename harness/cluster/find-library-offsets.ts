// `node harness/cluster/find-library-offsets.ts [file]` prints the entry of library-offsets.ts for a build of the
// embedded engine's library. By default, this is the installed build. The script searches for the machine code around
// each function and variable. If the compiler has generated other code for one of them, a line says so. Then find its
// offset with `objdump -d`, starting from its offset in a known build.
import { readFile } from 'node:fs/promises'
import { type LibraryOffsets, readBuildId } from './library-offsets.ts'
import { findLibrary } from './open-cluster.ts'

type Name = keyof LibraryOffsets

interface Place {
  /** The name of the function in ClickHouse. */
  of: string
  /** Bytes in hexadecimal. `?` is any byte, `rel` is the distance of a call or variable, and `u32` is a number. */
  code: string
  /**
   * Returns the offsets. `address` is where the code was found. `values` are its `rel` targets and `u32` numbers, in
   * their order.
   */
  read(address: number, values: readonly number[]): Partial<LibraryOffsets>
}

const places: readonly Place[] = [
  {
    of: 'createHandlerFactory',
    code: '55 41 57 41 56 41 55 41 54 53 48 81 ec ? ? ? ? 49 89 cf 49 89 d4 49 89 f6 48 89 fb 48 0f be 49 17 48 85 c9 49 8b 47 08 48 89 ca 48 0f 48 d0 48 83 fa 14',
    read: (address) => ({ CREATE_HANDLER_FACTORY: address }),
  },
  {
    of: 'DDLWorker::DDLWorker',
    code: '55 41 57 41 56 41 55 41 54 53 48 81 ec ? ? ? ? 48 89 cd 49 89 d7 41 89 f6 48 89 fb 4c 89 84 24 ? ? ? ? 4c 89 8c 24 ? ? ? ? 48 8d 05 rel 48 89 07',
    read: (address) => ({ DDL_WORKER_CONSTRUCTOR: address }),
  },
  {
    of: 'DDLWorker::startup',
    code: '41 57 41 56 53 48 83 ec 20 48 89 fb 31 c0 86 87 u32 48 8d 05 rel 48 89 44 24 10 48 c7 44 24 18 00 00 00 00 48 89 7c 24 08 bf 10 00 00 00',
    read: (address) => ({ DDL_WORKER_STARTUP: address }),
  },
  {
    of: 'Context::shutdown',
    code: 'e8 rel 49 83 bd u32 00 0f 84 rel e8 rel 84 c0 0f 85 rel 49 8b 5d 00 49 8b 45 08 66 90',
    read: (_address, [, field = 0]) => ({ DDL_WORKER_FIELD: field }),
  },
  {
    // The host and port fields are next to each other. The last byte of the host field is the host's length.
    of: 'Context::getInterserverIOAddress',
    code: '41 56 53 48 83 ec 48 4c 8b 36 49 0f be 8e u32 48 85 c9 49 8b 96 u32 48 89 c8 48 0f 48 c2 48 85 c0 74',
    read: (_address, [end = 0]) => ({
      INTERSERVER_HOST_FIELD: end - 0x17,
      INTERSERVER_PORT_FIELD: end + 1,
      INTERSERVER_SCHEME_FIELD: end + 9,
      CREDENTIALS_FIELD: end + 0x49,
    }),
  },
  {
    of: 'ServerUUID::get',
    code: '55 41 56 53 48 83 ec 60 48 8b 05 rel 48 8b 15 rel 48 89 d1 48 09 c1 0f 1f 40 00 0f 85 rel 48 8b 3d rel 48 8b 1d',
    read: (_address, [id = 0, , , context = 0]) => ({ SERVER_UUID: id, GLOBAL_CONTEXT: context }),
  },
  {
    of: 'executeDDLQueryOnCluster',
    code: '31 db e8 rel 48 89 c7 e8 rel 08 c3 0f 84 rel 48 8b 44 24',
    // The called function has one instruction, which reads the field.
    read: (_address, [catalog = 0, getter = 0]) => ({ DATABASE_CATALOG: catalog, ON_CLUSTER_FIELD: readUint32(getter + 3) }),
  },
  {
    of: 'Poco::ErrorHandler::handle',
    code: '53 48 83 ec 10 48 89 fb 48 8d 35 rel 48 8d 7c 24 08 e8 rel 48 8d 05 rel 48 8b 38 48 8b 07 48 89 de ff 50 10',
    read: (_address, [, , handler = 0]) => ({ ERROR_HANDLER: handler }),
  },
]

const libraryFile = process.argv[2] ?? findLibrary()
const library = await readFile(libraryFile)
const code = findCode()

const found: Partial<LibraryOffsets> = Object.assign({}, ...places.map(findPlace))
if (found.CREATE_HANDLER_FACTORY !== undefined) Object.assign(found, findCall(found.CREATE_HANDLER_FACTORY))
const lines = Object.entries(found).map(([name, offset]) => `    ${name}: 0x${offset.toString(16)},\n`)
process.stdout.write(`  '${await readBuildId(libraryFile)}': {\n${lines.join('')}  },\n`)

/** Returns the segment of the file that contains executable code. */
function findCode(): { start: number; end: number; toAddress: number } {
  const [headers, size, count] = [Number(library.readBigUInt64LE(32)), library.readUInt16LE(54), library.readUInt16LE(56)]
  for (let at = headers; at < headers + size * count; at += size) {
    if (library.readUInt32LE(at) !== 1 || (library.readUInt32LE(at + 4) & 1) === 0) continue
    const [start, address, length] = [8, 16, 32].map((field) => Number(library.readBigUInt64LE(at + field))) as [number, number, number]
    return { start, end: start + length, toAddress: address - start }
  }
  throw new Error(`${libraryFile} has no code`)
}

function readUint32(address: number): number {
  return library.readUInt32LE(address - code.toAddress)
}

function findPlace({ of, code: text, read }: Place): Partial<LibraryOffsets> {
  const parts = text.split(' ')
  const bytes = parts.flatMap((part) => (part === 'rel' || part === 'u32' ? [part, '', '', ''] : [part]))
  const literals = [
    ...bytes
      .map((byte) => (/^[0-9a-f]{2}$/.test(byte) ? byte : '  '))
      .join('')
      .matchAll(/(?:[0-9a-f]{2})+/g),
  ]
  const longest = literals.toSorted((left, right) => right[0].length - left[0].length)[0]
  if (longest === undefined) throw new Error(`The code of ${of} has no bytes`)
  const matches: number[] = []
  for (let at = code.start; ; at += 1) {
    at = library.indexOf(longest[0], at, 'hex')
    if (at === -1 || at >= code.end) break
    const start = at - longest.index / 2
    if (bytes.every((byte, nth) => !/^[0-9a-f]{2}$/.test(byte) || library[start + nth] === Number.parseInt(byte, 16))) matches.push(start)
  }
  const [start] = matches
  if (start === undefined || matches.length > 1) {
    process.stderr.write(`The code of ${of} is there ${matches.length} times.\n`)
    return {}
  }
  const values = bytes.flatMap((byte, nth) => {
    if (byte === 'u32') return [library.readUInt32LE(start + nth)]
    return byte === 'rel' ? [start + nth + 4 + library.readInt32LE(start + nth) + code.toAddress] : []
  })
  return read(start + code.toAddress, values)
}

/** Returns the address of the only call of the function. */
function findCall(target: number): Partial<Record<Name, number>> {
  const calls: number[] = []
  for (let at = library.indexOf(0xe8, code.start); at !== -1 && at < code.end; at = library.indexOf(0xe8, at + 1))
    if (at + 5 + library.readInt32LE(at + 1) + code.toAddress === target) calls.push(at + code.toAddress)
  const [call] = calls
  if (call !== undefined && calls.length === 1) return { HANDLER_FACTORY_CALL: call }
  process.stderr.write(`There are ${calls.length} calls of createHandlerFactory.\n`)
  return {}
}
