// The offsets of the functions and variables that cluster-node.c uses, for each build of the embedded engine's library.
import { open } from 'node:fs/promises'

export interface LibraryOffsets {
  /** A pointer to the server's context. */
  GLOBAL_CONTEXT: number
  SERVER_UUID: number
  /** A pointer to the object that handles errors of connections. */
  ERROR_HANDLER: number
  /** Fields of the state that all contexts share. */
  INTERSERVER_HOST_FIELD: number
  INTERSERVER_PORT_FIELD: number
  INTERSERVER_SCHEME_FIELD: number
  CREDENTIALS_FIELD: number
  DDL_WORKER_FIELD: number
  /** The function that returns the catalog of databases, and the catalog's field that allows ON CLUSTER. */
  DATABASE_CATALOG: number
  ON_CLUSTER_FIELD: number
  DDL_WORKER_CONSTRUCTOR: number
  DDL_WORKER_STARTUP: number
  CREATE_HANDLER_FACTORY: number
  /** The only call of the function at `CREATE_HANDLER_FACTORY`. */
  HANDLER_FACTORY_CALL: number
}

const knownLibraries: Readonly<Record<string, LibraryOffsets>> = {
  d3d8f5517577ad52775b52318a193784b2fb5317: {
    GLOBAL_CONTEXT: 0x21c1b568,
    SERVER_UUID: 0x228a3a48,
    ERROR_HANDLER: 0x229677a8,
    INTERSERVER_HOST_FIELD: 0x150,
    INTERSERVER_PORT_FIELD: 0x168,
    INTERSERVER_SCHEME_FIELD: 0x170,
    CREDENTIALS_FIELD: 0x1b0,
    DDL_WORKER_FIELD: 0xd80,
    DATABASE_CATALOG: 0x1426b0c0,
    ON_CLUSTER_FIELD: 0x910,
    DDL_WORKER_CONSTRUCTOR: 0x14243400,
    DDL_WORKER_STARTUP: 0x14245300,
    CREATE_HANDLER_FACTORY: 0x18395cc0,
    HANDLER_FACTORY_CALL: 0xf117ff6,
  },
}

/** Returns the offsets for the build with this id. Throws if the build is unknown. */
export function getOffsets(buildId: string): LibraryOffsets {
  const offsets = knownLibraries[buildId]
  if (offsets !== undefined) return offsets
  const script = 'node harness/cluster/find-library-offsets.ts'
  throw new Error(
    `harness/cluster/library-offsets.ts does not know the build ${buildId} of the engine's library: ${script} prints its entry.`,
  )
}

/** Returns the build id that the linker wrote into the file, in hexadecimal. Throws if there is none. */
export async function readBuildId(libraryFile: string): Promise<string> {
  await using file = await open(libraryFile)
  // The build id is in a note in one of the first sections. The note's header has the lengths of its name and id, the
  // type 3, and the name.
  const { buffer } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
  const start = buffer.indexOf(Buffer.from('0400000014000000030000 00474e5500'.replaceAll(' ', ''), 'hex'))
  if (start === -1) throw new Error(`${libraryFile} has no build id`)
  return buffer.subarray(start + 16, start + 36).toString('hex')
}
