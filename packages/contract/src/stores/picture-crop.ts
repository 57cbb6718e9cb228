// Where a cropped picture stands, apart from schemas: store pages contain it.

import { parseUploadAddress } from '../addresses/upload-addresses.ts'
import type { PictureRatio } from './store-limits.ts'

/** The point of a picture that a crop shows, in fractions of its width and height from the top left corner. */
export interface PictureFocus {
  x: number
  y: number
}

/** Width by height; undefined where pictures are shown whole. */
export const croppedRatios: Readonly<Record<PictureRatio, number | undefined>> = {
  square: 1,
  portrait: 4 / 5,
  landscape: 3 / 2,
  whole: undefined,
}

/** Pages move a picture in this many steps, since each step is a class. */
export const cropSteps = 20

/**
 * Returns the `object-position` of a picture, in steps from its left and its top edge. The focus is as near to the
 * middle of the crop as it can be. Along a side that the ratio does not crop, and of a picture of unknown size, it has
 * the same fraction of the crop as of the picture, so it is always visible.
 */
export function computeCropPosition(imageUrl: string, { x, y }: PictureFocus, ratio: number | undefined): PictureFocus {
  const size = parseUploadAddress(imageUrl)
  const pictureRatio = size && size.width / size.height
  const shown = ratio === undefined || pictureRatio === undefined ? 1 : ratio / pictureRatio
  return { x: toSteps(shown < 1 ? shiftFocus(x, shown) : x), y: toSteps(shown > 1 ? shiftFocus(y, 1 / shown) : y) }
}

/** `shown` is the share of the side that the crop shows. */
function shiftFocus(focus: number, shown: number): number {
  return (focus - shown / 2) / (1 - shown)
}

function toSteps(share: number): number {
  return Math.round(Math.max(0, Math.min(1, share)) * cropSteps)
}
