import type { Sharp } from 'sharp'

/** How a store page shows a picture: which part a crop shows, and which background a cut-out has. */
export interface PictureLook {
  /** The center of the most salient part, in percent of the width and height. */
  focus_x: number
  focus_y: number
  /** Whether the picture is an object on a white or transparent background, which must not be cropped. */
  is_cutout: boolean
  /** The mean hue in degrees; null for a gray picture. */
  hue: number | null
}

/**
 * The crops by which the focus is found. One crop is taller than wide and the other is wider than tall, so each picture
 * is cropped at least once along each axis.
 */
const crops = [
  { width: 96, height: 144 },
  { width: 144, height: 96 },
] as const

export async function findLook(image: Sharp): Promise<PictureLook> {
  const [tall, wide] = crops
  const { data, info } = await image.clone().ensureAlpha().resize(side, side, { fit: 'fill' }).raw().toBuffer({ resolveWithObject: true })
  const { width = 1, height = 1 } = await image.metadata()
  const { attentionX } = await findAttention(image, tall)
  const { attentionY } = await findAttention(image, wide)
  const pixels = Array.from({ length: side * side }, (_, nth) => [...data.subarray(nth * info.channels, nth * info.channels + 4)])
  return {
    focus_x: toPercent(attentionX, Math.max(tall.width, (width * tall.height) / height)),
    focus_y: toPercent(attentionY, Math.max(wide.height, (height * wide.width) / width)),
    is_cutout: isCutout(pixels),
    hue: meanHue(pixels.filter((pixel) => !isEmpty(pixel))),
  }
}

async function findAttention(image: Sharp, size: { width: number; height: number }) {
  const cropped = image
    .clone()
    .resize({ ...size, fit: 'cover', position: 'attention' })
    .raw()
  return (await cropped.toBuffer({ resolveWithObject: true })).info
}

/** Returns the position in percent of the length; 50 if nothing was cropped. */
function toPercent(position: number | undefined, length: number): number {
  return position === undefined ? 50 : Math.max(0, Math.min(100, Math.round((position / length) * 100)))
}

/** Colors are counted in a square with sides of this many pixels. */
const side = 48
const edgeWidth = 2

/** A picture is a cut-out if at least this share of its edge pixels is white or transparent. */
const cutoutShare = 0.94

function isCutout(pixels: readonly number[][]): boolean {
  const isEdge = (at: number) => at < edgeWidth || at >= side - edgeWidth
  const edge = pixels.filter((_, nth) => isEdge(nth % side) || isEdge(Math.floor(nth / side)))
  return edge.filter(isEmpty).length >= edge.length * cutoutShare
}

function isEmpty([red = 0, green = 0, blue = 0, alpha = 255]: readonly number[]): boolean {
  return alpha < 24 || Math.min(red, green, blue) >= 243
}

/** If the mean chroma is below this limit, the eye sees no hue. */
const minChroma = 0.06

function meanHue(pixels: readonly number[][]): number | null {
  let [x, y] = [0, 0]
  for (const [red = 0, green = 0, blue = 0] of pixels) {
    // The hue is an angle in the color circle, in which red, green and blue are 120 degrees apart.
    x += (2 * red - green - blue) / 510
    y += ((green - blue) * Math.sqrt(3)) / 510
  }
  if (pixels.length === 0 || Math.hypot(x, y) / pixels.length < minChroma) return null
  return (Math.round((Math.atan2(y, x) * 180) / Math.PI) + 360) % 360
}
