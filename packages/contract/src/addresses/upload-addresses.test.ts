import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  formatFontsPath,
  formatMediaFilePath,
  isCopyForbidden,
  listPictureSizes,
  parseFontsAddress,
  parseUploadAddress,
} from './upload-addresses.ts'
import { secureWebAddress } from './web-address.ts'

const digest = 'AbCdEfGhIjKlMnOpQrStUvWxY_-'

it('parses the addresses that it makes', () => {
  const side = fc.integer({ min: 1, max: 2_560 })
  fc.assert(
    fc.property(side, side, fc.constantFrom('webp' as const, 'png' as const), (width, height, format) => {
      const purpose = format === 'png' ? 'icon' : 'picture'
      const url = `https://go.example${formatMediaFilePath(digest, { width, height }, format)}`
      expect(parseUploadAddress(url)).toEqual({ digest, width, height, purpose })
    }),
  )
})

it.each([
  '',
  '/media/x',
  `https://go.example/media/${digest}/640x480.svg`,
  `https://go.example/media/${digest}x/640x480.webp`,
  `https://go.example/@shop/media/${digest}/640x480.webp`,
])('does not parse %s as the address of an upload', (url) => {
  expect(parseUploadAddress(url)).toBeUndefined()
})

it.each([
  [{ width: 100, height: 50 }, ['100x50']],
  [{ width: 320, height: 3 }, ['160x2', '320x3']],
  [{ width: 1_280, height: 960 }, ['160x120', '320x240', '640x480', '960x720', '1280x960']],
])('lists the files of a picture of %o', (size, files) => {
  expect(listPictureSizes(size).map(({ width, height }) => `${width}x${height}`)).toEqual(files)
})

it.each([
  ['https://m.media-amazon.com/images/I/41.jpg', true],
  ['https://images-na.ssl-images-amazon.com/images/I/41.jpg', true],
  ['https://images-eu.ssl-images-amazon.com/images/I/41.jpg', true],
  ['https://www.amazon.de/logo.png', true],
  ['https://notamazon.com/lamp.png', false],
  ['https://shop.example/?from=amazon.com', false],
  ['amazon.com', false],
])('says whether %s may be copied', (url, isForbidden) => {
  expect(isCopyForbidden(url)).toBe(isForbidden)
})

it('accepts an uploaded picture on http as a secure address', () => {
  const uploaded = `http://localhost:3001/media/${digest}/640x480.webp`

  expect(secureWebAddress.parse(uploaded)).toBe(uploaded)
  expect(secureWebAddress.safeParse('http://shop.example/lamp.webp').success).toBe(false)
})

it('accepts copied fonts on http as a secure address, and parses their address', () => {
  const copied = `http://localhost:3001${formatFontsPath(digest, 'Playfair Display')}`

  expect(copied).toBe(`http://localhost:3001/media/${digest}/fonts.css?family=Playfair+Display`)
  expect(secureWebAddress.parse(copied)).toBe(copied)
  expect(parseFontsAddress(copied)).toBe(digest)
  for (const other of [`https://x.example/media/${digest}/0.woff2`, `https://x.example/a/media/${digest}/fonts.css`, 'fonts.css'])
    expect(parseFontsAddress(other)).toBeUndefined()
})
