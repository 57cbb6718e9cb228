// The position of a cropped picture. Separate from the schemas, because store pages import this file and must not load
// schemas.

import { parseUploadAddress } from '../addresses/upload-addresses.ts'
import type { PictureRatio } from './store-limits.ts'

/**
 * The point of a picture that a crop must show, as fractions of the picture's width and height from its top left
 * corner.
 */
export interface PictureFocus {
  x: number
  y: number
}

/** Width divided by height. Undefined if pictures are not cropped. */
export const croppedRatios: Readonly<Record<PictureRatio, number | undefined>> = {
  square: 1,
  portrait: 4 / 5,
  landscape: 3 / 2,
  whole: undefined,
}

/** Number of steps by which a picture can be moved along a side. It is small, because each position is a CSS class. */
export const cropSteps = 20

/**
 * Returns the `object-position` of a picture, in steps from its left and top edge. The focus is as close to the middle
 * of the crop as possible. If a side is not cropped or the size of the picture is unknown, the focus is at the same
 * fraction of the crop as of the picture, so that it is always visible.
 */
export function computeCropPosition(imageUrl: string, { x, y }: PictureFocus, ratio: number | undefined): PictureFocus {
  const size = parseUploadAddress(imageUrl)
  const pictureRatio = size && size.width / size.height
  const shown = ratio === undefined || pictureRatio === undefined ? 1 : ratio / pictureRatio
  return { x: toSteps(shown < 1 ? shiftFocus(x, shown) : x), y: toSteps(shown > 1 ? shiftFocus(y, 1 / shown) : y) }
}

/**
 * Returns the position of the crop at which the focus is in its middle. The result is below 0 or above 1 if the focus
 * is too close to an edge. `shown` is the fraction of the side that the crop shows.
 */
function shiftFocus(focus: number, shown: number): number {
  return (focus - shown / 2) / (1 - shown)
}

function toSteps(share: number): number {
  return Math.round(Math.max(0, Math.min(1, share)) * cropSteps)
}
