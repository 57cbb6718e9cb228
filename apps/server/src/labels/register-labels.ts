import type { Deps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { addLabels, type LabelledProject } from './add-labels.ts'
import { holdLabels, selectLabelIds } from './label-table.ts'

/**
 * The names as they go on a link: in the spelling the project knows, and known from now on where they were new. A label that somebody renames at
 * this moment comes back under its new name, one that is being deleted not at all; afterwards none of these can change until the transaction
 * ends. To be called before a link is held. Refuses when the project would hold too many labels.
 */
export async function registerLabels(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'ids'>,
  project: LabelledProject,
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return []
  const idByName = await selectLabelIds(tx, project.id, names)
  const unknown = names.filter((name) => !idByName.has(name))
  if (unknown.length > 0) {
    await addLabels(
      tx,
      deps,
      project,
      unknown.map((name) => ({ name, isActive: true })),
    )
    for (const [name, id] of await selectLabelIds(tx, project.id, unknown)) idByName.set(name, id)
  }

  const held = await holdLabels(tx, project.id, [...new Set(idByName.values())])
  const nameById = new Map(held.map((label) => [label.id, label.name]))
  return [...new Set(names.flatMap((name) => nameById.get(idByName.get(name) ?? '') ?? []))]
}
