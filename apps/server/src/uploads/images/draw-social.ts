// Draws the picture that other sites show next to a link, in the confined process of the encoder.
import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import type { DrawnType, EncodedFile, SocialTask } from './encode-in-child.ts'

const avatarSide = 148
const gap = 40
const tileGap = 6

/**
 * Draws the picture. If there is a banner, it is at the top, and the avatar overlaps its edge. If there are
 * photographs, they fill a square, and the avatar and the text are next to it. Text is centered, which suits every
 * writing direction.
 */
export async function drawSocial(task: SocialTask): Promise<EncodedFile[]> {
  const { width, height, background, format, fontFiles } = task
  // The library knows a font file only after a text was drawn with it, so an "x" is drawn with each file.
  for (const fontfile of fontFiles) await sharp({ text: { text: 'x', fontfile, font: 'x' } }).toBuffer()
  const layers = task.banner === undefined ? await layOutSquare(task) : await layOutBanner(task, task.banner)
  const drawn = sharp({ create: { width, height, channels: 3, background } }).composite(layers)
  // Chroma subsampling is off, because it would blur the edges of letters.
  const encoded = format === 'jpg' ? drawn.jpeg({ quality: 86, chromaSubsampling: '4:4:4' }) : drawn.png({ compressionLevel: 9 })
  return [{ width, height, bytes: await encoded.toBuffer() }]
}

async function layOutBanner(task: SocialTask, banner: Uint8Array): Promise<OverlayOptions[]> {
  const { width, height, logo } = task
  const bannerHeight = Math.round(height * 0.46)
  const cover = await sharp(banner).resize(width, bannerHeight, { fit: 'cover', position: 'attention' }).toBuffer()
  const avatar = logo === undefined ? undefined : await drawAvatar(logo, task.background)
  const top = bannerHeight + (avatar === undefined ? 0 : avatarSide / 2)
  const area = { left: 0, top, width, height: height - top }
  const texts = await drawTexts(task, { maxWidth: width - 160, titleHeight: 150, textHeight: 76, titleSize: 72 })
  const avatarLayer = avatar && {
    input: avatar.data,
    left: Math.round((width - avatar.info.width) / 2),
    top: Math.round(bannerHeight - avatar.info.height / 2),
  }
  return [{ input: cover, left: 0, top: 0 }, ...stack(texts, area, 22), ...(avatarLayer ? [avatarLayer] : [])]
}

async function layOutSquare(task: SocialTask): Promise<OverlayOptions[]> {
  const { width, height, photos, isWhole, logo, accent } = task
  const tiles = isWhole ? await layOutWhole(photos, height) : await layOutTiles(photos, height)
  const start = tiles.length > 0 ? height : 0
  const area = { left: start, top: 18, width: width - start, height: height - 18 }
  const bar = { input: { create: { width: area.width, height: 18, channels: 3, background: accent } } as const, left: start, top: 0 }
  const isBeside = tiles.length > 0
  const texts = await drawTexts(task, {
    maxWidth: area.width - (isBeside ? 80 : 160),
    titleHeight: 250,
    textHeight: 110,
    titleSize: isBeside ? 64 : 88,
  })
  const avatar = logo === undefined ? [] : [await drawAvatar(logo, task.background)]
  return [...tiles, bar, ...stack([...avatar, ...texts], area, gap)]
}

/** Where up to four photographs are drawn, as fractions of a square. The index is the number of photographs. */
const places: readonly (readonly [left: number, top: number, width: number, height: number][])[] = [
  [],
  [[0, 0, 1, 1]],
  [
    [0, 0, 1, 0.5],
    [0, 0.5, 1, 0.5],
  ],
  [
    [0, 0, 1, 0.5],
    [0, 0.5, 0.5, 0.5],
    [0.5, 0.5, 0.5, 0.5],
  ],
  [
    [0, 0, 0.5, 0.5],
    [0.5, 0, 0.5, 0.5],
    [0, 0.5, 0.5, 0.5],
    [0.5, 0.5, 0.5, 0.5],
  ],
]

/** Draws the photographs in their places, with a line of the background between them. */
function layOutTiles(photos: readonly Uint8Array[], side: number): Promise<OverlayOptions[]> {
  const edge = (share: number, isStart: boolean) =>
    Math.round(share * side) + (share === 0 || share === 1 ? 0 : ((isStart ? 1 : -1) * tileGap) / 2)
  return Promise.all(
    (places[photos.length] ?? []).map(async ([x, y, w, h], nth) => {
      const [left, top, right, bottom] = [edge(x, true), edge(y, true), edge(x + w, false), edge(y + h, false)]
      const tile = sharp(photos[nth]).flatten({ background: '#ffffff' })
      const input = await tile
        .resize(right - left, bottom - top, { fit: 'cover', position: 'attention' })
        .png({ compressionLevel: 1 })
        .toBuffer()
      return { input, left, top }
    }),
  )
}

/** Draws the whole photograph in a white square, as the product's page shows it. */
async function layOutWhole(photos: readonly Uint8Array[], side: number): Promise<OverlayOptions[]> {
  const [photo] = photos
  if (photo === undefined) return []
  const margin = 36
  const inner = side - 2 * margin
  const whole = sharp(photo)
    .flatten({ background: '#ffffff' })
    .resize(inner, inner, { fit: 'contain', background: '#ffffff' })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: '#ffffff' })
  return [{ input: await whole.png({ compressionLevel: 1 }).toBuffer(), left: 0, top: 0 }]
}

interface Drawn {
  data: Buffer
  info: { width: number; height: number }
}

/** Draws the avatar, rounded like on a store page, with a border in the background color. */
async function drawAvatar(logo: Uint8Array, background: string): Promise<Drawn> {
  const ring = 6
  const side = avatarSide
  const whole = side + 2 * ring
  const picture = await sharp(logo)
    .resize(side, side, { fit: 'cover' })
    .composite([{ input: roundedSquare(side, '#000'), blend: 'dest-in' }])
    .png()
    .toBuffer()
  return sharp(roundedSquare(whole, background))
    .composite([{ input: picture, left: ring, top: ring }])
    .png()
    .toBuffer({ resolveWithObject: true })
}

function roundedSquare(side: number, fill: string): Buffer {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="${side}" height="${side}" rx="${side / 4}" fill="${fill}"/></svg>`
  return Buffer.from(svg)
}

/** Stacks the parts vertically, in the middle of the area. */
function stack(
  parts: readonly Drawn[],
  area: { left: number; top: number; width: number; height: number },
  space: number,
): OverlayOptions[] {
  const height = parts.reduce((sum, { info }) => sum + info.height + space, -space)
  let top = area.top + Math.max(0, Math.round((area.height - height) / 2))
  return parts.map(({ data, info }) => {
    const layer = { input: data, left: area.left + Math.round((area.width - info.width) / 2), top }
    top += info.height + space
    return layer
  })
}

interface TextLimits {
  maxWidth: number
  titleHeight: number
  textHeight: number
  titleSize: number
}

async function drawTexts({ title, titleType, text, textType, foreground }: SocialTask, limits: TextLimits): Promise<Drawn[]> {
  const { maxWidth, titleHeight, textHeight, titleSize } = limits
  const drawn = [await drawText(title, titleType, { foreground, maxWidth, maxHeight: titleHeight, size: titleSize })]
  if (text !== '') drawn.push(await drawText(text, textType, { foreground, maxWidth: maxWidth - 80, maxHeight: textHeight, size: 27 }))
  return drawn
}

interface TextPlace {
  foreground: string
  maxWidth: number
  maxHeight: number
  /** The size in points. If the text does not fit, it is drawn smaller. */
  size: number
}

const minSize = 14

/** Lengths in Pango are in these units. */
const unitsPerPoint = 1_024
const joinedLetters = /\p{Script=Arabic}/u

async function drawText(
  text: string,
  { families, weight, scale, tracking }: DrawnType,
  { foreground, maxWidth, maxHeight, size }: TextPlace,
): Promise<Drawn> {
  const escaped = text.replace(/[&<>'"]/g, (character) => `&#${character.charCodeAt(0)};`)
  for (let points = size; ; points -= 4) {
    const spacing = joinedLetters.test(text) ? 0 : Math.round(tracking * points * scale * unitsPerPoint)
    const markup = `<span foreground="${foreground}" weight="${weight}" letter_spacing="${spacing}">${escaped}</span>`
    // The comma ends the list of families. Otherwise, Pango could read the last word of a name as a weight.
    const font = `${families}, ${Math.round(points * scale)}`
    const options = { text: markup, font, width: maxWidth, wrap: 'word-char', align: 'centre', rgba: true } as const
    const drawn = await toDrawn(sharp({ text: options }))
    if ((drawn.info.height <= maxHeight && drawn.info.width <= maxWidth) || points <= minSize) return drawn
  }
}

function toDrawn(image: Sharp): Promise<Drawn> {
  return image.png().toBuffer({ resolveWithObject: true })
}
