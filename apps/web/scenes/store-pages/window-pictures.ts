// Pictures like those that owners upload. They are drawn from their URL: products in a room, objects on a white
// background, a portrait and a wide picture of a room.
import { createShapes, landscape, picturedProducts, portrait } from '../../../server/src/demo/demo-pictures.ts'

type Kind = 'room' | 'white' | 'face' | 'wide'

/**
 * Returns the URL of a drawn picture. The page offers the picture in several widths and formats, as it offers an
 * uploaded picture.
 */
export function toPictureAddress(kind: Kind, nth: number, size: string): string {
  return `https://store.example/media/window-${kind}-${String(nth).padStart(27 - 8 - kind.length, '0')}/${size}.webp`
}

/**
 * Returns the picture as SVG, in the size that the path names. Returns undefined if the path names no drawn picture.
 */
export function drawWindowPicture(path: string): string | undefined {
  const [, kind, digits, width, height] = /\/window-(room|white|face|wide)-(\d+)\/(\d+)x(\d+)[.]/.exec(path) ?? []
  if (kind === undefined) return undefined
  const content = draw(kind as Kind, Number(digits))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 100" preserveAspectRatio="xMidYMid slice">${content}</svg>`
}

function draw(kind: Kind, nth: number): string {
  const hue = (nth * 67 + 20) % 360
  if (kind === 'face') return portrait
  if (kind === 'wide') return landscape
  return kind === 'white' ? drawOnWhite(nth, hue) : drawInRoom(nth, hue)
}

const blur = '<filter id="blur" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="2.5"/></filter>'

function drawShapes(nth: number, hue: number): string {
  return createShapes(picturedProducts[nth % picturedProducts.length] ?? '', hue)
}

function drawOnWhite(nth: number, hue: number): string {
  return `<rect x="-100" y="-100" width="300" height="300" fill="#fff"/><g transform="translate(6 17) scale(1.1)">${drawShapes(nth, hue)}</g>`
}

/** Draws a wall and a table in the light of a window. */
function drawInRoom(nth: number, hue: number): string {
  const ground = (hue + 160) % 360
  const light = nth % 3 === 0 ? 34 : nth % 3 === 1 ? 72 : 86
  return [
    `<defs>${blur}<radialGradient id="wall" cx=".2" cy=".1" r="1.1"><stop stop-color="hsl(${ground} 24% ${light + 8}%)"/><stop offset="1" stop-color="hsl(${ground} 30% ${light - 22}%)"/></radialGradient>`,
    `<linearGradient id="table" y2="1" x2="0"><stop stop-color="hsl(28 30% ${light - 8}%)"/><stop offset="1" stop-color="hsl(28 34% ${light - 24}%)"/></linearGradient></defs>`,
    '<rect x="-100" y="-100" width="300" height="300" fill="url(#wall)"/><path d="M-20-100h30L60 72h-50z" fill="#fff" opacity=".13" filter="url(#blur)"/>',
    '<rect x="-100" y="72" width="300" height="130" fill="url(#table)"/><ellipse cx="54" cy="77" rx="30" ry="4" opacity=".4" filter="url(#blur)"/>',
    `<g transform="translate(12 22)  scale(.95)">${drawShapes(nth, hue)}</g>`,
  ].join('')
}
