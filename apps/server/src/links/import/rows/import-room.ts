import type { ProjectContext } from '../../../access/index.ts'
import { type LabelQuota, lockLabelQuota, selectLabelQuota } from '../../../labels/index.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Tx } from '../../../platform/postgres/postgres.ts'
import { isAllowedDestination } from '../../destination-rules.ts'
import { selectPresentLinks } from '../../write/import-links.ts'
import { lockRemainingLinks, selectRemainingLinks } from '../../write/link-quota.ts'
import { selectTakenSlugs } from '../../write/slugs.ts'
import type { ParsedRow } from './parse-row.ts'
import type { ImportRoom } from './plan-rows.ts'

/** The part of the limits that depends on the project alone. */
type ProjectRoom = Omit<ImportRoom, 'slugs' | 'replacesSlugs'>
type RoomDeps = Pick<Deps, 'origins'>

/** Returns how much more the project may have now. Another write may use it before the import does. */
export async function selectRoom(tx: Tx, deps: RoomDeps, ctx: ProjectContext, rows: readonly ParsedRow[]): Promise<ProjectRoom> {
  const labels = await selectLabelQuota(tx, ctx, labelsOf(rows))
  return toRoom(tx, deps, ctx, { rows, labels, links: await selectRemainingLinks(tx, ctx) })
}

/** The same, locked until the transaction ends: labels first, as where a link is created. */
export async function lockRoom(tx: Tx, deps: RoomDeps, ctx: ProjectContext, rows: readonly ParsedRow[]): Promise<ProjectRoom> {
  const labels = await lockLabelQuota(tx, ctx, labelsOf(rows))
  return toRoom(tx, deps, ctx, { rows, labels, links: await lockRemainingLinks(tx, ctx) })
}

async function toRoom(
  tx: Tx,
  { origins }: RoomDeps,
  ctx: ProjectContext,
  { rows, labels, links }: { rows: readonly ParsedRow[]; labels: LabelQuota; links: number },
): Promise<ProjectRoom> {
  const slugs = rows.flatMap(({ slug }) => slug ?? [])
  const present = await selectPresentLinks(tx, ctx.project.id, { slugs, targets: rows.map(({ target }) => target) })
  return {
    links,
    labels,
    takenSlugs: slugs.length === 0 ? new Set() : await selectTakenSlugs(tx, slugs),
    targetOf: new Map(present.map(({ slug, target }) => [slug, target])),
    targets: new Set(present.map(({ target }) => target)),
    isAllowedTarget: (target) => isAllowedDestination(target, origins),
  }
}

function labelsOf(rows: readonly ParsedRow[]): string[] {
  return [...new Set(rows.flatMap(({ labels }) => labels))]
}
