import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import type { ArchiveFile } from './archive-format.ts'

/** A tar file ends with two blocks of zeros. */
const endBytes = 1_024

/** The same for every file, so that equal contents have equal bytes. */
const attributes = { mode: 0o644, mtime: new Date(0), uid: 0, gid: 0 } as const

/**
 * Files as a gzip member. Members one after the other are one gzip file, and what is in them one tar file, which
 * ends with the last member.
 */
export async function toTarPart(files: readonly ArchiveFile[], { isLast }: { isLast: boolean }): Promise<Buffer> {
  const tar = pack()
  for (const { name, bytes } of files) tar.entry({ ...attributes, name, size: bytes.length }, bytes)
  tar.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of tar) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  return gzipSync(isLast ? bytes : bytes.subarray(0, -endBytes))
}
