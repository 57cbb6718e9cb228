import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type StoreLayout, storeFontFiles, storeLayouts } from '@linkshelf/contract'
import { subsetRanges } from '@linkshelf/storefront'
import { expect, it } from 'vitest'
import { readStoreFont } from '../../../server/src/platform/http/store-font-files.ts'
import { createStorePageScene, startPage } from './store-page-scenes.ts'
import { themedStores } from './theme-scenes.ts'

const layouts = Object.keys(storeLayouts) as StoreLayout[]

it.each(themedStores)('has pages of the theme $theme that are smaller than 30 KB and load only served fonts', async (store) => {
  for (const layout of layouts) {
    const { html } = createStorePageScene('', 'light', { ...store, layout }, startPage)
    expect(gzipSync(html).length).toBeLessThan(30_000)
    const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css).join('')
    const files = [...styles.matchAll(/url\(([^)]*)\)/g), ...html.matchAll(/rel="preload" as="font" type="font\/woff2" href="([^"]*)"/g)]
    const paths = new Set(files.map(([, path]) => path ?? ''))
    for (const path of paths) {
      if (path === '/inter-5.3.woff2') continue
      expect([path, (await readStoreFont(path))?.toString('latin1', 0, 4)]).toEqual([path, 'wOF2'])
    }
    expect(paths.size).toBeGreaterThan(2)
  }
})

it('declares the same letters for each file as the package of the font', async () => {
  for (const { font, subset } of storeFontFiles.values()) {
    const file = fileURLToPath(import.meta.resolve(`@fontsource-variable/${font}/unicode.json`))
    const declared: string = JSON.parse(await readFile(file, 'utf8'))[subset]
    expect([font, subset, declared.startsWith(subsetRanges[subset])]).toEqual([font, subset, true])
  }
  expect(new Set([...storeFontFiles.values()].map(({ font }) => font)).size).toBe(20)
})
