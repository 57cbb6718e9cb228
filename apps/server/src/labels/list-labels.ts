import type { Label } from '@linkshelf/contract'
import { inProject, type Project } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { selectLabels } from './label-table.ts'
import { showLabel } from './show-label.ts'

/** Every label of the project, by name. */
export async function listLabels({ db }: Pick<Deps, 'db'>, project: Project): Promise<Label[]> {
  return (await inProject(db, project, (tx) => selectLabels(tx, project.id))).map(showLabel)
}
