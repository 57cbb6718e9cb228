// `node scripts/draw-app-icons.ts` draws the icons of the installed dashboard from the favicon into
// apps/web/public/icons/, after the mark changed.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const publicFolder = new URL('../apps/web/public/', import.meta.url)
const folder = new URL('icons/', publicFolder)
const mark = await readFile(new URL('favicon.svg', publicFolder), 'utf8')
const background = /<rect [^>]*fill="([^"]+)"/.exec(mark)?.[1]
const drawing = /<g .*<\/g>/s.exec(mark)?.[0]
if (background === undefined || drawing === undefined) throw new Error('favicon.svg is not a background and a group of lines')

// Systems cut the corners of a full square as they like. The circle with a radius of 40% of its width always stays
// (W3C, Web Application Manifest, icon masks).
const square = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${background}"/>
  <g transform="translate(0 -1.2)">${drawing}</g></svg>`

const icons = [
  { name: 'icon-192', svg: mark, size: 192 },
  { name: 'icon-512', svg: mark, size: 512 },
  { name: 'maskable-512', svg: square, size: 512 },
  { name: 'apple-touch-icon', svg: square, size: 180 },
]

await mkdir(folder, { recursive: true })
for (const { name, svg, size } of icons) {
  const png = await sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true, colors: 64 })
    .toBuffer()
  await writeFile(new URL(`${name}.png`, folder), png)
  console.log(`${fileURLToPath(folder)}${name}.png: ${png.length} bytes`)
}
