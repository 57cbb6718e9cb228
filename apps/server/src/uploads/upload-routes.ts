import { projectCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { createUpload } from './create-upload.ts'
import { copyFonts } from './fonts/copy-fonts.ts'

export function uploadRoutes(deps: Deps) {
  return {
    create: projectCall.uploads.create.handler(({ context, input }) => createUpload(deps, context.ctx, input.body)),
    copyFonts: projectCall.uploads.copyFonts.handler(({ context, input }) => copyFonts(deps, context.ctx, input.body.url)),
  }
}
