import type { Label } from '@linkshelf/contract'
import { type ProjectContext, read } from '../access/index.ts'
import { selectLabels } from './label-table.ts'
import { toLabel } from './to-label.ts'

/** Every label of the project, by name. */
export async function listLabels(ctx: ProjectContext): Promise<Label[]> {
  return (await read(ctx, (tx) => selectLabels(tx, ctx.project.id))).map(toLabel)
}
