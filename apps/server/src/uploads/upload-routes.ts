import { projectCall } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { createUpload } from './create-upload.ts'

export function uploadRoutes(deps: Deps) {
  return {
    create: projectCall.uploads.create.handler(({ context, input }) => createUpload(deps, context.ctx, input.body)),
  }
}
