import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hasCode } from '../apps/server/src/clicks/journal/journal-files.ts'

export interface SmallDisk {
  /** Takes all the room there is; to be called again when something has been deleted meanwhile. */
  fill(): void
  /** Gives the room back. */
  free(): void
  unmount(): void
}

const bytes = 384 * 1_048_576

/** A file system of its own on the folder, small enough to be filled; a sentence where there can't be one. */
export function mountSmallDisk(folder: string): SmallDisk | string {
  if (process.getuid?.() !== 0) return 'The disk is not filled: a file system of its own needs root.'
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

/** In ever smaller pieces, so that nothing is left. */
function appendUntilFull(path: string): void {
  const file = openSync(path, 'a')
  try {
    for (let piece = 4 * 1_048_576; piece >= 512; piece /= 2) {
      const filler = Buffer.alloc(piece)
      while (appends(file, filler));
    }
  } finally {
    closeSync(file)
  }
}

function appends(file: number, filler: Buffer): boolean {
  try {
    return writeSync(file, filler) === filler.length
  } catch (error) {
    if (hasCode(error, 'ENOSPC')) return false
    throw error
  }
}
