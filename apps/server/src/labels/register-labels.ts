import type { ProjectContext } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import { addLabels } from './add-labels.ts'
import { lockLabels, selectLabelIds } from './label-table.ts'

/**
 * Creates the labels that the project does not have yet, and returns all names in the project's spelling, as a link
 * stores them. The labels are locked: they can't be renamed or deleted until the transaction ends. A label that another
 * transaction renames meanwhile is returned under its new name; one that is deleted meanwhile is skipped. Call it
 * before a link is locked. Throws LABEL_LIMIT_REACHED.
 */
export async function registerLabels(tx: Tx, deps: Pick<Deps, 'ids'>, ctx: ProjectContext, names: readonly string[]): Promise<string[]> {
  return [...new Set((await registerLabelNames(tx, deps, ctx, names)).values())]
}

/** The same, by the names as given. */
export async function registerLabelNames(
  tx: Tx,
  deps: Pick<Deps, 'ids'>,
  ctx: ProjectContext,
  names: readonly string[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const { project } = ctx
  const idByName = await selectLabelIds(tx, project.id, names)
  const unknown = names.filter((name) => !idByName.has(name)).map((name) => ({ name, isActive: true, color: null }))
  if (unknown.length > 0) {
    await addLabels(tx, deps, ctx, unknown)
    const added = await selectLabelIds(
      tx,
      project.id,
      unknown.map(({ name }) => name),
    )
    for (const [name, id] of added) idByName.set(name, id)
  }

  const locked = await lockLabels(tx, project.id, [...new Set(idByName.values())])
  const nameById = new Map(locked.map((label) => [label.id, label.name]))
  return new Map(
    names.flatMap((name) => {
      const id = idByName.get(name)
      const stored = id && nameById.get(id)
      return stored === undefined ? [] : [[name, stored] as const]
    }),
  )
}
