import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { hasCode } from '../apps/server/src/clicks/journal/journal-files.ts'

export interface SmallDisk {
  /** Fills all free space. Call it again if files were deleted since the last call. */
  fill(): void
  /** Frees the space that `fill` has used. */
  free(): void
  unmount(): void
}

/**
 * Mounts a file system of this size on the folder, whose content is in the file `image`. If this is impossible, returns
 * a sentence that says why.
 */
export function mountSmallDisk(folder: string, { image, bytes }: { image: string; bytes: number }): SmallDisk | string {
  if (process.getuid?.() !== 0) return 'No disk is filled: mounting a file system needs root.'
  writeFileSync(image, '')
  truncateSync(image, bytes)
  mkdirSync(folder, { recursive: true })
  for (const command of [`mkfs.ext4 -q -m 0 ${image}`, `mount -o loop ${image} ${folder}`]) {
    const [file = '', ...args] = command.split(' ')
    const done = spawnSync(file, args, { encoding: 'utf8' })
    if (done.status !== 0) {
      rmSync(image)
      return `No disk is filled: ${command} failed (${done.error?.message ?? done.stderr.trim()}).`
    }
  }
  const [large, small] = [join(folder, 'large-ballast'), join(folder, 'small-ballast')]
  return {
    fill() {
      allocateMost(folder, large)
      appendUntilFull(small)
    },
    free() {
      for (const ballast of [large, small]) rmSync(ballast, { force: true })
    },
    unmount() {
      spawnSync('umount', ['--lazy', folder])
      rmSync(image)
    },
  }
}

const appendedBytes = 64 * 1_048_576

/** Allocates a file without writing it, so that only little space has to be filled by appending. */
function allocateMost(folder: string, path: string): void {
  const { bavail, bsize } = statfsSync(folder)
  const bytes = bavail * bsize - appendedBytes
  if (bytes > appendedBytes) spawnSync('fallocate', ['--length', String(bytes), path])
}

/** Appends smaller and smaller chunks, so that no space is left. */
function appendUntilFull(path: string): void {
  const file = openSync(path, 'a')
  try {
    for (let chunkBytes = 4 * 1_048_576; chunkBytes >= 512; chunkBytes /= 2) {
      const filler = Buffer.alloc(chunkBytes)
      while (tryAppend(file, filler));
    }
  } finally {
    closeSync(file)
  }
}

function tryAppend(file: number, filler: Buffer): boolean {
  try {
    return writeSync(file, filler) === filler.length
  } catch (error) {
    if (hasCode(error, 'ENOSPC')) return false
    throw error
  }
}
