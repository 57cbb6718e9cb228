import { z } from 'zod'
import * as mini from 'zod/mini'

const share = mini.number().check(mini.minimum(0), mini.maximum(1))

/** The point of a picture that a crop must show. Null if its owner chose none, so that the computed point is used. */
export const pictureFocus = mini.nullable(mini.strictObject({ x: share, y: share }))

/** The computed look of a stored picture. */
export const pictureLook = z.object({
  focus: z.object({ x: z.number(), y: z.number() }),
  cutout: z.boolean(),
  hue: z.number().int().nullable(),
})

export type PictureLook = z.infer<typeof pictureLook>
