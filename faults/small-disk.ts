import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hasCode } from '../apps/server/src/clicks/journal/journal-files.ts'

export interface SmallDisk {
  /** Fills all free space. Call it again if files were deleted since the last call. */
  fill(): void
  /** Frees the space that `fill` has used. */
  free(): void
  unmount(): void
}

const bytes = 384 * 1_048_576

/** Mounts a small file system on the folder. If this is impossible, returns a sentence that says why. */
export function mountSmallDisk(folder: string): SmallDisk | string {
  if (process.getuid?.() !== 0) return 'The disk is not filled: mounting a file system needs root.'
  const image = join(dirname(folder), 'small-disk.img')
  writeFileSync(image, '')
  truncateSync(image, bytes)
  mkdirSync(folder, { recursive: true })
  for (const command of [`mkfs.ext4 -q -m 0 ${image}`, `mount -o loop ${image} ${folder}`]) {
    const [file = '', ...args] = command.split(' ')
    const done = spawnSync(file, args, { encoding: 'utf8' })
    if (done.status !== 0) {
      rmSync(image)
      return `The disk is not filled: ${command} failed (${done.error?.message ?? done.stderr.trim()}).`
    }
  }
  const ballast = join(folder, 'ballast')
  return {
    fill: () => appendUntilFull(ballast),
    free: () => rmSync(ballast, { force: true }),
    unmount() {
      spawnSync('umount', ['--lazy', folder])
      rmSync(image)
    },
  }
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
