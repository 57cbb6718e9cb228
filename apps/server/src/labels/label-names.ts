import { labelsPerProject, type ProjectId } from '@linkshelf/contract'
import { fail, type ProjectContext } from '../access/index.ts'
import type { CoreDeps } from '../platform/deps.ts'
import type { Tx } from '../platform/postgres/postgres.ts'
import {
  countLabels,
  insertLabels,
  type LabelRow,
  lockLabelListForUpdate,
  lockLabels,
  type NewLabel,
  selectLabelIds,
} from './label-table.ts'

/**
 * Creates the labels that the project does not have yet. Returns all names in the project's spelling, as links store
 * them. The labels are locked until the transaction ends, so that no other transaction renames or deletes them. If
 * another transaction has just renamed a label, its new name is returned. If another transaction has just deleted a
 * label, its name is skipped. Call this before a link is locked. Throws LABEL_LIMIT_REACHED.
 */
export async function registerLabels(tx: Tx, deps: CoreDeps, ctx: ProjectContext, names: readonly string[]): Promise<string[]> {
  return [...new Set((await registerLabelNames(tx, deps, ctx, names)).values())]
}

/** Like `registerLabels`, but returns a map from each given name to the stored name. */
export async function registerLabelNames(
  tx: Tx,
  deps: CoreDeps,
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

/**
 * Locks the labels with these names, ignoring case, and returns their names in the project's spelling. No other
 * transaction can rename or delete the labels until this transaction ends. Call this before a link is locked.
 */
export async function lockLabelNames(tx: Tx, projectId: ProjectId, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const idByName = await selectLabelIds(tx, projectId, names)
  if (idByName.size === 0) return []
  const locked = await lockLabels(tx, projectId, [...new Set(idByName.values())])
  return locked.map(({ name }) => name)
}

/** Creates and returns the labels whose names the project does not have yet. Throws LABEL_LIMIT_REACHED. */
export async function addLabels(
  tx: Tx,
  { ids }: CoreDeps,
  { organization, project, now }: ProjectContext,
  labels: readonly Pick<NewLabel, 'name' | 'isActive' | 'color'>[],
): Promise<LabelRow[]> {
  await lockLabelListForUpdate(tx, project.id)
  const created = await insertLabels(
    tx,
    organization.id,
    project.id,
    labels.map((label) => ({ id: ids.next(), createdAt: now, ...label })),
  )
  // The label list is locked, so the next transaction that adds labels counts these labels too.
  if (created.length > 0 && (await countLabels(tx, project.id)) > labelsPerProject) fail('LABEL_LIMIT_REACHED')
  return created
}

export interface LabelQuota {
  /** Requested names that the project has as labels, ignoring case. */
  knownNames: Set<string>
  /** Number of labels that can still be added to the project. */
  remaining: number
}

export async function selectLabelQuota(tx: Tx, { project }: ProjectContext, names: readonly string[]): Promise<LabelQuota> {
  if (names.length === 0) return { knownNames: new Set(), remaining: 0 }
  const known = await selectLabelIds(tx, project.id, names)
  return { knownNames: new Set(known.keys()), remaining: Math.max(0, labelsPerProject - (await countLabels(tx, project.id))) }
}

/** Like `selectLabelQuota`, but locks the label list until the transaction ends. */
export async function lockLabelQuota(tx: Tx, ctx: ProjectContext, names: readonly string[]): Promise<LabelQuota> {
  if (names.length > 0) await lockLabelListForUpdate(tx, ctx.project.id)
  return selectLabelQuota(tx, ctx, names)
}
