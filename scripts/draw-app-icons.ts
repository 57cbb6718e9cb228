// `node scripts/draw-app-icons.ts` draws the icons of the installed dashboard from favicon.svg into apps/web/public/.
// Run it after the mark in favicon.svg changed.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const publicFolder = new URL('../apps/web/public/', import.meta.url)
const mark = await readFile(new URL('favicon.svg', publicFolder), 'utf8')
const background = /<rect [^>]*fill="([^"]+)"/.exec(mark)?.[1]
const drawing = /<g .*<\/g>/s.exec(mark)?.[0]
if (background === undefined || drawing === undefined) throw new Error('favicon.svg is not a background and a group of lines')

// Systems crop the corners of a square icon in different ways. Only the circle with a radius of 40% of its width is
// always visible (W3C, Web Application Manifest, icon masks).
const square = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${background}"/>
  <g transform="translate(0 -1.2)">${drawing}</g></svg>`

// Browsers request favicon.ico and apple-touch-icon.png at the root, even if no page names them. So these two files are
// written to the root of the public folder.
const icons = [
  { path: 'icons/icon-192.png', svg: mark, size: 192 },
  { path: 'icons/icon-512.png', svg: mark, size: 512 },
  { path: 'icons/maskable-512.png', svg: square, size: 512 },
  { path: 'apple-touch-icon.png', svg: square, size: 180 },
]

await mkdir(new URL('icons/', publicFolder), { recursive: true })
for (const { path, svg, size } of icons) await write(path, await draw(svg, size))
await write('favicon.ico', toIco(await Promise.all([16, 32, 48].map(async (size) => ({ size, png: await draw(mark, size) })))))

function draw(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true, colors: 64 })
    .toBuffer()
}

/**
 * Returns an icon file: a header of 6 bytes, 16 bytes about each picture, and the pictures. All numbers are
 * little-endian.
 */
function toIco(pictures: { size: number; png: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length)
  header.writeUInt16LE(1, 2) // 1 is an icon, 2 a cursor
  header.writeUInt16LE(pictures.length, 4)
  let offset = header.length
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * index
    header.writeUInt8(size, entry)
    header.writeUInt8(size, entry + 1)
    header.writeUInt16LE(1, entry + 4) // color planes
    header.writeUInt16LE(32, entry + 6) // bits per pixel
    header.writeUInt32LE(png.length, entry + 8)
    header.writeUInt32LE(offset, entry + 12)
    offset += png.length
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)])
}

async function write(path: string, bytes: Buffer): Promise<void> {
  const file = new URL(path, publicFolder)
  await writeFile(file, bytes)
  console.log(`${fileURLToPath(file)}: ${bytes.length} bytes`)
}
