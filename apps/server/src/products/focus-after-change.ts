import type { PictureFocus, ProductPatch } from '@linkshelf/contract'
import type { ProductRow } from './product-table.ts'

/**
 * Returns the picture's focus after a change, or undefined if the focus does not change. If the picture changes and the
 * change has no focus, the focus is removed.
 */
export function computeFocusAfterChange(
  before: Pick<ProductRow, 'image_url'>,
  { image_url, image_focus }: Partial<Pick<ProductPatch, 'image_url' | 'image_focus'>>,
): PictureFocus | null | undefined {
  const isOther = image_url !== undefined && image_url !== before.image_url
  return isOther ? (image_focus ?? null) : image_focus
}
