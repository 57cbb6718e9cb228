import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /[.](js|css|html|svg|txt|webmanifest)$/

/**
 * Writes a Brotli file and a gzip file beside each text file of the build, if they are smaller than the text file. The
 * server sends them unchanged.
 */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir)
    },
    async closeBundle() {
      const names = await readdir(folder, { recursive: true })
      await Promise.all(names.filter((name) => compressible.test(name)).map((name) => compressFile(join(folder, name))))
    },
  }
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  const compressed = {
    br: await promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    gz: await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  }
  for (const [extension, bytes] of Object.entries(compressed)) {
    if (bytes.length < content.length) await writeFile(`${path}.${extension}`, bytes)
  }
}
