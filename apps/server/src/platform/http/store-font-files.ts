import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { storeFontFiles } from '@linkshelf/contract/basics'

/** Returns the bytes of a font that store pages use, by the path of its address. Undefined for any other path. */
export async function readStoreFont(path: string): Promise<Buffer | undefined> {
  const file = storeFontFiles.get(path)
  if (file === undefined) return undefined
  const { font, subset } = file
  return readFile(fileURLToPath(import.meta.resolve(`@fontsource-variable/${font}/files/${font}-${subset}-wght-normal.woff2`)))
}
