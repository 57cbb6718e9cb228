import { z } from 'zod'
import * as mini from 'zod/mini'
import { storeFonts } from './store-fonts.ts'
import { defaultPictureRatio, defaultStoreLayout, defaultStoreTheme, pictureRatios, storeLayouts, storeThemes } from './store-limits.ts'

const layout = mini.enum(listNames(storeLayouts))
const pictureRatio = mini.enum(listNames(pictureRatios))
const theme = mini.enum(listNames(storeThemes))
const font = mini.nullable(mini.enum(listNames(storeFonts)))

/** The look of a store, except its colors and pictures. If a font is null, the theme's font is used. */
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
  layout: z.enum(listNames(storeLayouts)),
  picture_ratio: z.enum(listNames(pictureRatios)),
  theme: z.enum(listNames(storeThemes)),
  heading_font: z.enum(listNames(storeFonts)).nullable(),
  text_font: z.enum(listNames(storeFonts)).nullable(),
}

function listNames<Name extends string>(things: Record<Name, unknown>): Name[] {
  return Object.keys(things) as Name[]
}
