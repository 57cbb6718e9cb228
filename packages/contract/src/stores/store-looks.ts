import { z } from 'zod'
import * as mini from 'zod/mini'
import { storeFonts } from './store-fonts.ts'
import { defaultPictureRatio, defaultStoreLayout, defaultStoreTheme, pictureRatios, storeLayouts, storeThemes } from './store-limits.ts'

const layout = mini.enum(namesOf(storeLayouts))
const pictureRatio = mini.enum(namesOf(pictureRatios))
const theme = mini.enum(namesOf(storeThemes))
const font = mini.nullable(mini.enum(namesOf(storeFonts)))

/** The look of a store, beside its colors and pictures. A font that is null is that of the theme. */
export const storeLookFields = {
  layout: mini._default(layout, defaultStoreLayout),
  picture_ratio: mini._default(pictureRatio, defaultPictureRatio),
  theme: mini._default(theme, defaultStoreTheme),
  heading_font: mini._default(font, null),
  text_font: mini._default(font, null),
}

export const storeLookUpdateFields = {
  layout: mini.optional(layout),
  picture_ratio: mini.optional(pictureRatio),
  theme: mini.optional(theme),
  heading_font: mini.optional(font),
  text_font: mini.optional(font),
}

export const storeLookOutput = {
  layout: z.enum(namesOf(storeLayouts)),
  picture_ratio: z.enum(namesOf(pictureRatios)),
  theme: z.enum(namesOf(storeThemes)),
  heading_font: z.enum(namesOf(storeFonts)).nullable(),
  text_font: z.enum(namesOf(storeFonts)).nullable(),
}

function namesOf<Name extends string>(things: Record<Name, unknown>): Name[] {
  return Object.keys(things) as Name[]
}
