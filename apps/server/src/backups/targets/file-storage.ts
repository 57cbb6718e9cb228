import type { Readable } from 'node:stream'

export interface StorageEntry {
  path: string
  writtenAt: Date
}

/** Stores files by their paths, whose parts are separated by slashes. The errors of a bucket are StartErrors. */
export interface FileStorage {
  /** Returns where a file is, for messages: a path of the file system, or an address. */
  toLocation(path: string): string
  /** Lists the files whose paths begin with the prefix. */
  listFiles(prefix: string): Promise<StorageEntry[]>
  /** Replaces the file. A reader finds the old file or the whole new file. Returns the size in bytes. */
  writeFile(path: string, content: Readable): Promise<number>
  /** The stream fails if the file is missing or can't be read to its end. */
  readFile(path: string): Readable
  /** Returns undefined if the file is missing. */
  findText(path: string): Promise<string | undefined>
  /** Deletes a file. Does nothing if the file is missing. */
  deleteFile(path: string): Promise<void>
  /** Deletes every file in the folder. */
  deleteFolder(path: string): Promise<void>
}
