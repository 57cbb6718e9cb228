import { gzipSync } from 'node:zlib'
import { dataImportMessages } from '@linkshelf/contract'
import { pack } from 'tar-stream'
import { expect, it } from 'vitest'
import { archiveHead, aWholeArchive } from '../../../test/builders/archive-builder.ts'
import { readArchive } from './read-archive.ts'

async function* splitArchive(archive: Buffer): AsyncGenerator<Buffer> {
  yield archive
}

const listNames = async (archive: Buffer, maxFiles?: number) =>
  (await Array.fromAsync(readArchive(splitArchive(archive), maxFiles))).map(({ name }) => name)

it('stops at the limit of files', async () => {
  const archive = await aWholeArchive([
    ['organization.json', '{}'],
    ['members-0001.jsonl', ''],
  ])
  expect(await listNames(archive, 4)).toHaveLength(4)

  await expect(listNames(archive, 2)).rejects.toThrow(dataImportMessages.tooManyFiles)
})

const { name, bytes } = archiveHead

async function aTarFile(comment: string): Promise<Buffer> {
  const tar = pack()
  tar.entry({ name, size: bytes.length, pax: { comment } }, bytes)
  tar.finalize()
  return Buffer.concat(await Array.fromAsync(tar as AsyncIterable<Buffer>))
}

it('counts unpacked bytes between files', async () => {
  const archive = gzipSync(Buffer.concat([await aTarFile(''), Buffer.alloc(100_000_000)]))
  expect(archive.length).toBeLessThan(150_000)

  await expect(listNames(archive)).rejects.toThrow(dataImportMessages.notArchive)
})

it('rejects a header of many megabytes', async () => {
  await expect(listNames(gzipSync(await aTarFile('x'.repeat(10_000_000))))).rejects.toThrow(dataImportMessages.incomplete)
})
