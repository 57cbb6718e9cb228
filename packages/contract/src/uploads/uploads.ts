import { z } from 'zod'
import { call, projectParams } from '../call.ts'
import { errors } from '../errors.ts'
import { maxCharacters, visibleText } from '../text.ts'
import { pictureLook } from './picture-looks.ts'
import { uploadMaxBytes } from './upload-limits.ts'

const purpose = z.enum(['picture', 'icon']).default('picture').describe('The use of the picture: an icon is stored as square PNG files')

/** A picture as a file, or its address. The server fetches the picture from the address and stores it. */
const uploadDraft = z.union([
  z.strictObject({ file: z.file().max(uploadMaxBytes, { error: `Pictures can be up to ${uploadMaxBytes / 1e6} MB` }), purpose }),
  z.strictObject({ url: z.string().trim().min(1, { error: 'Enter the address of a picture' }).max(2_048), purpose }),
])

/** The address of another site's style sheet. */
const fontsDraft = z.strictObject({ url: visibleText('Enter the address of a style sheet').check(maxCharacters(2_048)) })

const upload = z.object({
  upload_id: z.string(),
  url: z.url().describe('The largest file of the picture, on the public origin; it never changes'),
  width: z.number().int().describe('The width of the largest file, in pixels'),
  height: z.number().int(),
  look: pictureLook.nullable(),
})

const copiedFonts = z.object({
  upload_id: z.string(),
  url: z.url().describe('The style sheet on the public origin, for `custom_fonts_url`; it never changes'),
  families: z.array(z.string()).describe('The font families in the order of the style sheet: a store page uses the first'),
})

export const uploads = {
  create: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/uploads',
    successStatus: 201,
    summary: 'Upload a picture as multipart/form-data, or copy one from its address; an equal picture is stored once',
    storesFiles: true,
  })
    .input(z.object({ params: projectParams, body: uploadDraft }))
    .output(upload)
    .errors(errors('UPLOAD_INVALID', 'UPLOAD_UNREACHABLE', 'UPLOAD_SOURCE_FORBIDDEN', 'UPLOAD_SPACE_EXHAUSTED')),
  copyFonts: call({
    method: 'POST',
    path: '/v1/{orgId}/projects/{projectId}/uploads/fonts',
    successStatus: 201,
    summary: 'Copy a style sheet of fonts and its WOFF2 files from another site; equal fonts are stored once',
    storesFiles: true,
  })
    .input(z.object({ params: projectParams, body: fontsDraft }))
    .output(copiedFonts)
    .errors(errors('FONTS_UNREACHABLE', 'FONTS_INVALID', 'FONTS_NOT_WOFF2', 'FONTS_TOO_LARGE', 'UPLOAD_SPACE_EXHAUSTED')),
}

export type Upload = z.infer<typeof upload>
export type CopiedFonts = z.infer<typeof copiedFonts>
export type UploadDraft = z.output<typeof uploadDraft>
