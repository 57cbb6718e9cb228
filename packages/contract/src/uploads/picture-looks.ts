import { z } from 'zod'
import * as mini from 'zod/mini'

const share = mini.number().check(mini.minimum(0), mini.maximum(1))

/** The point of a picture that crops show, as its owner chose it; null for the computed one. */
export const pictureFocus = mini.nullable(mini.strictObject({ x: share, y: share }))

/** The look of a picture that is stored here, as it was computed. */
export const pictureLook = z.object({
  focus: z.object({ x: z.number(), y: z.number() }),
  cutout: z.boolean(),
  hue: z.number().int().nullable(),
})

export type PictureLook = z.infer<typeof pictureLook>
