import { basename } from 'node:path'
import type { StoreFont } from '@linkshelf/contract'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { type DrawnFonts, findFonts } from './drawn-fonts.ts'

const listSlices = ({ files }: DrawnFonts) => files.map((file) => basename(file, '-wght-normal.ttf'))

async function draw(text: string, { files, families }: DrawnFonts): Promise<{ data: Buffer; width: number }> {
  for (const fontfile of files) await sharp({ text: { text: 'x', fontfile, font: 'x' } }).toBuffer()
  const { data, info } = await sharp({ text: { text, font: `${families}, 60`, rgba: true } })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width }
}

it.each<[StoreFont, string, string[]]>([
  ['fraunces', "Mia's shelf", ['fraunces-latin']],
  ['fraunces', 'Żółć', ['fraunces-latin-ext', 'fraunces-latin', 'source-serif-4-latin-ext', 'inter-latin-ext']],
  ['playfair-display', 'Полка', ['playfair-display-cyrillic', 'source-serif-4-cyrillic', 'inter-cyrillic']],
  ['fraunces', 'Полка', ['source-serif-4-cyrillic', 'inter-cyrillic']],
  ['outfit', 'Полка', ['inter-cyrillic']],
  ['caveat', 'Ράφι', ['inter-greek']],
  ['lora', 'رف', ['rubik-arabic']],
  ['rubik', 'מדף', ['rubik-hebrew']],
  ['inter', 'מדף', ['rubik-hebrew']],
  ['nunito', '선반', ['noto-sans-kr-118', 'noto-sans-kr-117']],
])('draws in %s the name %s', async (font, text, slices) => {
  const found = await findFonts(font, text)

  expect(listSlices(found)).toEqual(slices)
  expect(found.isComplete).toBe(true)
  expect(new Set(found.families.split(',')).size).toBe(slices.length)
})

it('knows whether a font has all letters, and whether it has any letter itself', async () => {
  expect(await findFonts('inter', 'Mia โคมไฟ')).toMatchObject({ isComplete: false, hasFont: true })
  expect(await findFonts('caveat', 'رف 2')).toMatchObject({ isComplete: true, hasFont: false })
  expect(await findFonts('inter', '')).toMatchObject({ isComplete: true, files: [], families: '' })
})

it('draws each font in its own letters', async () => {
  const fonts: StoreFont[] = ['inter', 'fraunces', 'bricolage-grotesque', 'newsreader', 'figtree', 'caveat']
  const drawn = new Set<string>()
  for (const font of fonts) drawn.add((await draw('Mia', await findFonts(font, 'Mia'))).data.toString('base64'))

  expect(drawn.size).toBe(fonts.length)
})

it.each<StoreFont>(['fraunces', 'lora', 'outfit'])('draws the accent above its letter in %s', async (font) => {
  const [acute, caron] = [await draw('ć', await findFonts(font, 'ć')), await draw('č', await findFonts(font, 'č'))]

  expect(Math.abs(acute.width - caron.width)).toBeLessThanOrEqual(4)
})
