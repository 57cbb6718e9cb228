// The Content-Security-Policy of a page allows no inline style on an element, so the position and the background of a
// picture are classes.
import { computeCropPosition, croppedRatios, cropSteps, type PictureRatio } from '@linkshelf/contract'
import type { PictureLookData, StoreProductData } from '../store-data.ts'

type ShownPicture = Pick<StoreProductData, 'look' | 'focus'> & { imageUrl: string }

/**
 * Returns the classes that position a cropped picture so that its focus is visible: `x0` to `x20` from its left edge,
 * and `y0` to `y20` from its top. The middle needs no class. A cut-out is not cropped. `ratio` is undefined if it
 * depends on the width of the screen.
 */
export function formatCropClasses({ imageUrl, look, focus }: ShownPicture, ratio: PictureRatio | undefined): string[] {
  const point = focus ?? (look && look.x !== null && look.y !== null ? { x: look.x / 100, y: look.y / 100 } : undefined)
  if (point === undefined || look?.isCutout || ratio === 'whole') return []
  const { x, y } = computeCropPosition(imageUrl, point, ratio && croppedRatios[ratio])
  return [...(x === middle ? [] : [`x${x}`]), ...(y === middle ? [] : [`y${y}`])]
}

const middle = cropSteps / 2

const hueStep = 40

export function formatGroundClass({ hue }: PictureLookData): string {
  return hue === null ? 'cutout' : `cutout hue${Math.round(hue / hueStep) % (360 / hueStep)}`
}

const steps = Array.from({ length: cropSteps + 1 }, (_, nth) => nth)

/**
 * The classes for positions and backgrounds of pictures. Only for stores with a picture whose look is known, or whose
 * focus its owner chose.
 */
export const pictureClasses = [
  ':is(.picture,.cover){object-position:var(--x,50%) var(--y,50%)}',
  ['x', 'y'].flatMap((side) => steps.map((nth) => `.${side}${nth}{--${side}:${(nth * 100) / cropSteps}%}`)).join(''),
  Array.from({ length: 360 / hueStep }, (_, nth) => `.hue${nth}{background:hsl(${nth * hueStep} var(--tint))}`).join(''),
].join('')
