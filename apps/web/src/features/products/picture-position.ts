import { cropPosition, cropSteps, type PictureFocus, type Product } from '@linkshelf/contract'

type ProductPicture = Pick<Product, 'image_focus' | 'image_look'>

/** Returns the point that crops show: the owner's choice, or else what stands out, or else the middle. */
export function findFocus({ image_focus, image_look }: ProductPicture): PictureFocus {
  return image_focus ?? image_look?.focus ?? { x: 0.5, y: 0.5 }
}

/** Returns the `object-position` of a picture that is cropped to a ratio of width to height, as store pages have it. */
export function formatObjectPosition(imageUrl: string, picture: ProductPicture, ratio: number): string {
  const { x, y } = cropPosition(imageUrl, findFocus(picture), ratio)
  return `${(x * 100) / cropSteps}% ${(y * 100) / cropSteps}%`
}
