import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metrics } from './http/metrics.ts'

/** The space of the folder's disk. Blocks reserved for root do not count as free. */
export interface FolderSpace {
  freeBytes: number
  totalBytes: number
}

export interface DiskSpace {
  /** Returns whether a disk has less free space than `minFreeBytes`. */
  isLow(): Promise<boolean>
  /** Returns the space of each folder that exists. */
  read(): Promise<Record<string, FolderSpace>>
  /** Returns how many bytes must stay free on the folder's disk. */
  minFreeBytes(space: FolderSpace): number
}

export interface DiskSpaceOptions {
  folders: readonly string[]
  /**
   * Free space that each disk must have. By default 2 GB, or 10 % if the disk is smaller than 20 GB. If 0, disks can
   * fill up completely.
   */
  minFreeBytes?: number | undefined
  /** Reads the space of a folder. Throws if the folder does not exist. */
  readSpace?: (folder: string) => Promise<FolderSpace>
  cacheMs?: number
}

const smallDiskBytes = 20_000_000_000
const defaultMinFreeBytes = 2_000_000_000

/**
 * Reads the free space of the folders' disks. Folders that do not exist are skipped, for example the database folders
 * of a process whose databases run on other machines.
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

/** Lists the folders of a data directory that databases and journals fill. Each can be on a disk of its own. */
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
