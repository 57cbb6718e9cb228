// The policy of a page allows no style of one element, so the position and the ground of a picture are classes.
import { type PictureRatio, parseUploadAddress } from '@linkshelf/contract'
import type { PictureLookData } from '../store-data.ts'

const ratios: Record<PictureRatio, number | undefined> = { square: 1, portrait: 4 / 5, landscape: 3 / 2, whole: undefined }

/** Classes `at0` to `at10` move a cropped picture by tenths of what is cropped, along the side where it is. */
const positions = 10

/** Returns the class with which the part that stands out is as near to the middle of the crop as it can be. */
export function cropClass(imageUrl: string, { x, y }: PictureLookData, pictureRatio: PictureRatio): string {
  const ratio = ratios[pictureRatio]
  const upload = parseUploadAddress(imageUrl)
  if (ratio === undefined || upload === undefined || x === null || y === null) return ''
  const { width, height } = upload
  const position = width > height * ratio ? positionOf(x, (height * ratio) / width) : positionOf(y, width / ratio / height)
  return `at${Math.round(position * positions)}`
}

/** `focus` in percent of the whole side; `shown` is the share of the side that the crop shows. */
function positionOf(focus: number, shown: number): number {
  if (shown >= 1) return 0.5
  return Math.max(0, Math.min(1, (focus / 100 - shown / 2) / (1 - shown)))
}

const hueStep = 40

export function groundClass({ hue }: PictureLookData): string {
  return hue === null ? 'cutout' : `cutout hue${Math.round(hue / hueStep) % (360 / hueStep)}`
}

/** For stores with a picture whose look is known. */
export const pictureClasses = [
  Array.from({ length: positions + 1 }, (_, nth) => `.at${nth}{object-position:${nth * positions}% ${nth * positions}%}`).join(''),
  Array.from({ length: 360 / hueStep }, (_, nth) => `.hue${nth}{background:hsl(${nth * hueStep} var(--tint))}`).join(''),
].join('')
