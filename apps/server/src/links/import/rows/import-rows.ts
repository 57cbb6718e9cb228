import type { LinkId } from '@linkshelf/contract'
import type { ProjectContext } from '../../../access/index.ts'
import { registerLabelNames } from '../../../labels/index.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Tx } from '../../../platform/postgres/postgres.ts'
import { importNamedLinks } from '../../write/import-links.ts'
import { lockRoom } from './import-room.ts'
import type { ParsedRow } from './parse-row.ts'
import { type ImportRoom, type PlannedRow, planRows, rejectSlug } from './plan-rows.ts'

interface CreatedLink {
  id: LinkId
  line: number
}

/**
 * Writes rows of a file as links. Locks the labels and the link allowance of the project, so that what was planned
 * is still true when it is written, but for a short name that another project takes meanwhile. Returns the new
 * links with their lines.
 */
export async function importRows(
  tx: Tx,
  deps: Pick<Deps, 'ids' | 'origins'>,
  ctx: ProjectContext,
  rows: ParsedRow[],
  choices: Pick<ImportRoom, 'slugs' | 'replacesSlugs'>,
): Promise<{ planned: PlannedRow[]; created: CreatedLink[] }> {
  const room = { ...(await lockRoom(tx, deps, ctx, rows)), ...choices }
  const planned = planRows(rows, room)
  const added = planned.filter(({ outcome }) => outcome === 'create')
  const ids = await insertLinks(tx, deps, ctx, added)
  const overtaken = added.filter((_, index) => ids[index] === undefined)
  const replaced = choices.replacesSlugs ? overtaken.map((plan) => ({ ...plan, slug: undefined, hasUnusableSlug: true })) : []
  const replacedIds = await insertLinks(tx, deps, ctx, replaced)
  const settle = (plan: PlannedRow) => replaced.find(({ row }) => row === plan.row) ?? (overtaken.includes(plan) ? rejectSlug(plan) : plan)
  return { planned: planned.map(settle), created: [...toCreated(added, ids), ...toCreated(replaced, replacedIds)] }
}

function toCreated(plans: readonly PlannedRow[], ids: readonly (LinkId | undefined)[]): CreatedLink[] {
  return plans.flatMap(({ row: { line } }, index) => {
    const id = ids[index]
    return id === undefined ? [] : [{ id, line }]
  })
}

async function insertLinks(
  tx: Tx,
  deps: Pick<Deps, 'ids'>,
  ctx: ProjectContext,
  added: readonly PlannedRow[],
): Promise<(LinkId | undefined)[]> {
  const spelling = await registerLabelNames(tx, deps, ctx, [...new Set(added.flatMap(({ labels }) => labels))])
  const links = added.map(({ row: { target, title, notes, isArchived, createdAt }, slug, labels }) => ({
    slug,
    target,
    title,
    notes,
    labels: [...new Set(labels.flatMap((name) => spelling.get(name) ?? []))],
    isArchived,
    createdAt,
  }))
  return importNamedLinks(tx, deps, ctx, links)
}
