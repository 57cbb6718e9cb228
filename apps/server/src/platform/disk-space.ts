import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metrics } from './http/metrics.ts'

/** The free space of a folder's disk, for users without the rights of root. */
export interface FolderSpace {
  freeBytes: number
  totalBytes: number
}

export interface DiskSpace {
  /** Returns whether a disk has less free space than it needs. */
  isLow(): Promise<boolean>
  /** Returns the space of each folder that exists. */
  read(): Promise<Record<string, FolderSpace>>
  /** Returns how many bytes of the folder's disk stay free. */
  minFreeBytes(space: FolderSpace): number
}

export interface DiskSpaceOptions {
  folders: readonly string[]
  /** By default 2 GB, or 10 % of a disk that has less than 20 GB. 0: a disk may fill up. */
  minFreeBytes?: number | undefined
  /** Reads the space of a folder; throws when there is no such folder. */
  readSpace?: (folder: string) => Promise<FolderSpace>
  cacheMs?: number
}

const smallDiskBytes = 20_000_000_000
const defaultMinFreeBytes = 2_000_000_000

/**
 * Watches the disks of folders. A folder that does not exist stores nothing and is left out: a process whose databases
 * are on other machines has none.
 */
export function createDiskSpace({ folders, minFreeBytes, readSpace = readFolderSpace, cacheMs = 2_000 }: DiskSpaceOptions): DiskSpace {
  let last: { readAt: number; spaces: Promise<Record<string, FolderSpace>> } | undefined

  async function readAll(): Promise<Record<string, FolderSpace>> {
    const spaces = await Promise.all(folders.map((folder) => readSpace(folder).catch(() => undefined)))
    return Object.fromEntries(folders.flatMap((folder, nth) => (spaces[nth] === undefined ? [] : [[folder, spaces[nth]]])))
  }

  function read(): Promise<Record<string, FolderSpace>> {
    const now = performance.now()
    if (last === undefined || now - last.readAt >= cacheMs) last = { readAt: now, spaces: readAll() }
    return last.spaces
  }

  const minFree = ({ totalBytes }: FolderSpace) => minFreeBytes ?? (totalBytes < smallDiskBytes ? totalBytes / 10 : defaultMinFreeBytes)

  return {
    read,
    minFreeBytes: minFree,
    isLow: async () => Object.values(await read()).some((space) => space.freeBytes < minFree(space)),
  }
}

async function readFolderSpace(folder: string): Promise<FolderSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/** The folders of a data directory that databases and journals fill: a disk may be mounted at either. */
export function listStorageFolders(dataFolder: string): string[] {
  return [dataFolder, join(dataFolder, 'postgres'), join(dataFolder, 'clickhouse')]
}

/** Adds the free space of each folder's disk, and the space that has to stay free, to the metrics. */
export function measureDiskSpace(metrics: Pick<Metrics, 'addGauge'>, diskSpace: DiskSpace): void {
  const readEach = async (toFigure: (space: FolderSpace) => number) =>
    Object.fromEntries(Object.entries(await diskSpace.read()).map(([folder, space]) => [folder, toFigure(space)]))
  metrics.addGauge({
    name: 'linkshelf_disk_free_bytes',
    help: 'Free bytes of the disk of a folder',
    label: 'folder',
    read: () => readEach(({ freeBytes }) => freeBytes),
  })
  metrics.addGauge({
    name: 'linkshelf_disk_min_free_bytes',
    help: 'Files are rejected while fewer bytes are free',
    label: 'folder',
    read: () => readEach(diskSpace.minFreeBytes),
  })
}
