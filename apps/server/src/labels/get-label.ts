import type { Label, LabelId } from '@linkshelf/contract'
import { fail, type ProjectContext, read } from '../access/index.ts'
import { selectLabel } from './label-table.ts'
import { toLabel } from './to-label.ts'

/** Throws LABEL_NOT_FOUND. */
export async function getLabel(ctx: ProjectContext, labelId: LabelId): Promise<Label> {
  return toLabel((await read(ctx, (tx) => selectLabel(tx, ctx.project.id, labelId))) ?? fail('LABEL_NOT_FOUND'))
}
