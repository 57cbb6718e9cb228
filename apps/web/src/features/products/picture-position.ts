import { computeCropPosition, cropSteps, type PictureFocus, type Product } from '@linkshelf/contract'

type ProductPicture = Pick<Product, 'image_focus' | 'image_look'>

/**
 * Returns the point that stays visible when the picture is cropped. This is the owner's choice, or else the point that
 * was computed from the picture, or else the middle.
 */
export function findFocus({ image_focus, image_look }: ProductPicture): PictureFocus {
  return image_focus ?? image_look?.focus ?? { x: 0.5, y: 0.5 }
}

/**
 * Returns the CSS `object-position` of a picture that is cropped to this ratio of width to height, as on store pages.
 */
export function formatObjectPosition(imageUrl: string, picture: ProductPicture, ratio: number): string {
  const { x, y } = computeCropPosition(imageUrl, findFocus(picture), ratio)
  return `${(x * 100) / cropSteps}% ${(y * 100) / cropSteps}%`
}
