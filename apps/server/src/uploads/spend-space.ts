import { uploadSpaceMessage } from '@linkshelf/contract'
import { fail, type ProjectContext } from '../access/index.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { sumStoredBytes, type UploadFile } from './upload-table.ts'

/**
 * Checks that the files fit into the space of the plan. The caller has locked the uploads of the organization. Throws
 * UPLOAD_SPACE_EXHAUSTED.
 */
export async function spendSpace(tx: Tx, ctx: ProjectContext, files: readonly UploadFile[]): Promise<void> {
  const { uploadBytes } = ctx.entitlements
  const added = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if ((await sumStoredBytes(tx, ctx)) + added > uploadBytes)
    fail('UPLOAD_SPACE_EXHAUSTED', { limit_bytes: uploadBytes }, uploadSpaceMessage(uploadBytes))
}
