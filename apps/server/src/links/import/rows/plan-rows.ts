import { errorCatalogue, labelsPerProject } from '@linkshelf/contract'
import type { LabelQuota } from '../../../labels/index.ts'
import { isReserved } from '../../write/slugs.ts'
import type { ImportIssue } from './import-columns.ts'
import type { ParsedRow } from './parse-row.ts'

/** The state of the project before the rows, and its limits. `planRows` subtracts what each row uses. */
export interface ImportRoom {
  /** How many more links the project may have, and how many more short names may be chosen for them. */
  links: number
  slugs: number
  labels: LabelQuota
  /** The file's short names that are, or ever were, in use. */
  takenSlugs: Set<string>
  /** The destinations of the project's links whose short name is in the file, by that name. */
  targetOf: Map<string, string>
  /** The file's destinations that links of the project have. */
  targets: Set<string>
  /** Whether a short name that can't be used is replaced by a generated one. */
  replacesSlugs: boolean
  isAllowedTarget(target: string): boolean
}

export interface PlannedRow {
  row: ParsedRow
  outcome: 'create' | 'skip' | 'reject'
  /** The reasons why the row is rejected, or the values that it loses. */
  issues: ImportIssue[]
  /** Undefined for a generated one. */
  slug: string | undefined
  /** Whether the row has a short name that can't be used. */
  hasUnusableSlug: boolean
  isOverLimit: boolean
  labels: string[]
}

/** Decides what an import does with each row, in their order. The check of a file and the import itself call this. */
export function planRows(rows: readonly ParsedRow[], room: ImportRoom): PlannedRow[] {
  return rows.map((row) => planRow(row, room))
}

function planRow(row: ParsedRow, room: ImportRoom): PlannedRow {
  const plan = { row, issues: [], slug: undefined, hasUnusableSlug: false, isOverLimit: false, labels: [] }
  const issues = [...row.issues, ...targetIssues(row, room)]
  if (issues.length > 0) return { ...plan, outcome: 'reject', issues }
  if (row.slug !== undefined && room.targetOf.get(row.slug) === row.target) return { ...plan, outcome: 'skip' }

  const problem = slugProblem(row, room)
  const hasUnusableSlug = problem !== undefined
  if (hasUnusableSlug && !room.replacesSlugs) return rejectSlug({ ...plan, outcome: 'reject' }, problem)
  const slug = hasUnusableSlug ? undefined : row.slug
  if (slug === undefined && room.targets.has(row.target)) return { ...plan, outcome: 'skip' }
  if (room.links <= 0) {
    const reason = 'Your plan has no more links for this project'
    return { ...plan, outcome: 'reject', issues: [{ column: 'target', reason }], isOverLimit: true }
  }
  countLink(row, slug, room)
  return { ...plan, outcome: 'create', slug, hasUnusableSlug, ...planLabels(row, room) }
}

/** A row whose short name can't be used. */
export function rejectSlug(plan: PlannedRow, reason: string = errorCatalogue.LINK_SLUG_TAKEN.message): PlannedRow {
  return { ...plan, outcome: 'reject', slug: undefined, hasUnusableSlug: true, issues: [{ column: 'slug', reason }] }
}

function targetIssues({ target, issues }: ParsedRow, room: ImportRoom): ImportIssue[] {
  if (issues.length > 0 || room.isAllowedTarget(target)) return []
  return [{ column: 'target', reason: errorCatalogue.LINK_TARGET_FORBIDDEN.message }]
}

function slugProblem({ slug, slugProblem: problem }: ParsedRow, room: ImportRoom): string | undefined {
  if (slug === undefined) return problem
  if (isReserved(slug)) return errorCatalogue.LINK_SLUG_RESERVED.message
  if (room.takenSlugs.has(slug)) return errorCatalogue.LINK_SLUG_TAKEN.message
  return room.slugs > 0 ? undefined : 'More short names than the import was started with'
}

function countLink({ target }: ParsedRow, slug: string | undefined, room: ImportRoom): void {
  room.links -= 1
  room.targets.add(target)
  if (slug === undefined) return
  room.slugs -= 1
  room.takenSlugs.add(slug)
  room.targetOf.set(slug, target)
}

function planLabels({ labels: wanted }: ParsedRow, { labels: room }: ImportRoom): Pick<PlannedRow, 'labels' | 'issues'> {
  const added = wanted.filter((name) => !room.knownNames.has(name)).slice(0, room.remaining)
  room.remaining -= added.length
  for (const name of added) room.knownNames.add(name)
  const labels = wanted.filter((name) => room.knownNames.has(name))
  const reason = (name: string) =>
    `Imported without the label "${name}": a project can have up to ${labelsPerProject.toLocaleString('en')} labels`
  const left = wanted.filter((name) => !room.knownNames.has(name))
  return { labels, issues: left.map((name) => ({ column: 'labels', reason: reason(name) })) }
}
