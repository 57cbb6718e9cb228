import { readableOn, textOn } from '@linkshelf/storefront'
import { type ProjectContext, read } from '../access/index.ts'
import type { StoreRow } from '../stores/index.ts'
import { selectUploadedPicture } from '../uploads/index.ts'

/** Twice as wide as it is drawn. */
const logoWidth = 300

/** Returns the common parts of a store's pictures: readable colors, and its logo where that is an upload. */
export async function brandOf(ctx: ProjectContext, { main_color, secondary_color: background, logo }: StoreRow) {
  return {
    background,
    foreground: textOn(background),
    accent: readableOn(main_color, background),
    logo: logo === null ? undefined : await read(ctx, (tx) => selectUploadedPicture(tx, logo, logoWidth)),
  }
}
