import { type DomainId, errorCatalog, type LinkImportColumn, labelsPerProject } from '@linkshelf/contract'
import type { RowIssue } from '../../file-imports/index.ts'
import type { LabelQuota } from '../../labels/index.ts'
import { formatAddressKey } from '../tables/link-address.ts'
import { isReserved } from '../write/reserved-slugs.ts'
import type { HostPlace } from './host-places.ts'
import type { ParsedRow } from './parse-link-row.ts'

/** State of the project before the import: its links and labels, and how many more it can have. */
export interface ProjectSnapshot {
  remainingLinks: number
  labels: LabelQuota
  /** Domain of links for which the file names no domain. Null stands for the instance's own domain. */
  primaryDomainId: DomainId | null
  /** Where the links of each host in the file are put, by host. */
  places: ReadonlyMap<string, HostPlace>
  /** Addresses in the file that are in use, or ever were in use, except `releasedAddresses`. */
  takenAddresses: ReadonlySet<string>
  /**
   * Addresses in the file that an undone import into the project had used. They do not count as chosen short names,
   * because they counted when they were chosen first.
   */
  releasedAddresses: ReadonlySet<string>
  /**
   * Names of store pages whose address is also in the file, by address. For example, a name is `the product "Lamp"`.
   */
  pageNames: ReadonlyMap<string, string>
  /** Destinations of the project's links whose address is also in the file, by address. */
  targetByAddress: ReadonlyMap<string, string>
  /** Destinations in the file that links of the project already have. */
  targets: ReadonlySet<string>
  isAllowedTarget(target: string): boolean
}

export interface ImportChoices {
  /** Number of short names that can still be chosen. */
  remainingSlugs: number
  /** If true, a short name that can't be used is replaced with a generated one. */
  replacesSlugs: boolean
  /** Unverified hosts whose links get the project's primary domain. */
  movedHosts: ReadonlySet<string>
}

export interface PlannedRow {
  row: ParsedRow
  outcome: 'create' | 'skip' | 'reject'
  /** Reasons why the row is rejected, or values that are not imported. */
  issues: RowIssue<LinkImportColumn>[]
  /** Null stands for the instance's own domain. */
  domainId: DomainId | null
  /** Undefined if the slug is generated. */
  slug: string | undefined
  /** True if the link gets a short name that counts as chosen. */
  hasChosenSlug: boolean
  /** True if the row has a short name that can't be used. */
  hasUnusableSlug: boolean
  isOverLimit: boolean
  /** True if the row is rejected because its domain can't be used yet. */
  isUnverified: boolean
  labels: string[]
}

/**
 * Decides for each row, in the order of the file, whether it is created, skipped or rejected. Both the check of a file
 * and the import itself use this function.
 */
export function planRows(
  rows: readonly ParsedRow[],
  snapshot: ProjectSnapshot,
  { remainingSlugs, replacesSlugs, movedHosts }: ImportChoices,
): PlannedRow[] {
  const project = copySnapshot(snapshot, remainingSlugs)
  return rows.map((row) => {
    const plan = planRow(row, project, { replacesSlugs, movedHosts })
    if (plan.outcome === 'create') addPlanned(project, plan)
    return plan
  })
}

/** State of the project after the rows that were already planned. */
type PlannedProject = ReturnType<typeof copySnapshot>

function copySnapshot({ labels, takenAddresses, targetByAddress, targets, ...others }: ProjectSnapshot, remainingSlugs: number) {
  return {
    ...others,
    remainingSlugs,
    remainingLabels: labels.remaining,
    labelNames: new Set(labels.knownNames),
    takenAddresses: new Set(takenAddresses),
    targetByAddress: new Map(targetByAddress),
    targets: new Set(targets),
  }
}

function addPlanned(project: PlannedProject, { row: { draft }, domainId, slug, labels, hasChosenSlug }: PlannedRow): void {
  project.remainingLinks -= 1
  project.targets.add(draft.target)
  project.remainingLabels -= labels.filter((name) => !project.labelNames.has(name)).length
  for (const name of labels) project.labelNames.add(name)
  if (slug === undefined) return
  if (hasChosenSlug) project.remainingSlugs -= 1
  const address = formatAddressKey(domainId, slug)
  project.takenAddresses.add(address)
  project.targetByAddress.set(address, draft.target)
}

/**
 * Returns the domain that the link of a row gets. If the host of the row can't be used, this is the project's primary
 * domain.
 */
export function findRowDomainId({ host }: ParsedRow, { places, primaryDomainId }: Pick<ProjectSnapshot, 'places' | 'primaryDomainId'>) {
  const place = host === undefined ? undefined : places.get(host)
  return place?.status === 'used' ? place.domainId : primaryDomainId
}

type RowChoices = Pick<ImportChoices, 'replacesSlugs' | 'movedHosts'>

function planRow(row: ParsedRow, project: PlannedProject, { replacesSlugs, movedHosts }: RowChoices): PlannedRow {
  const domainId = findRowDomainId(row, project)
  const plan = {
    row,
    issues: [],
    domainId,
    slug: undefined,
    hasChosenSlug: false,
    hasUnusableSlug: false,
    isOverLimit: false,
    isUnverified: false,
    labels: [],
  }
  const issues = [...row.issues, ...listTargetIssues(row, project)]
  if (issues.length > 0) return { ...plan, outcome: 'reject', issues }
  const place = row.host === undefined || movedHosts.has(row.host) ? undefined : project.places.get(row.host)
  if (place?.status === 'unverified')
    return { ...plan, outcome: 'reject', issues: [{ column: 'domain', reason: place.reason }], isUnverified: true }
  if (row.slug !== undefined && project.targetByAddress.get(formatAddressKey(domainId, row.slug)) === row.draft.target)
    return { ...plan, outcome: 'skip' }

  const problem = findSlugProblem(row, project, domainId)
  const hasUnusableSlug = problem !== undefined
  if (hasUnusableSlug && !replacesSlugs) return rejectSlug({ ...plan, outcome: 'reject' }, problem)
  const slug = hasUnusableSlug ? undefined : row.slug
  const hasChosenSlug = slug !== undefined && !project.releasedAddresses.has(formatAddressKey(domainId, slug))
  if (slug === undefined && project.targets.has(row.draft.target)) return { ...plan, outcome: 'skip' }
  if (project.remainingLinks <= 0) {
    const reason = 'Your plan has no more links for this project'
    return { ...plan, outcome: 'reject', issues: [{ column: 'target', reason }], isOverLimit: true, hasChosenSlug }
  }
  const { labels, issues: omittedLabels } = planLabels(row, project)
  return { ...plan, outcome: 'create', slug, hasChosenSlug, hasUnusableSlug, labels, issues: [...row.omitted, ...omittedLabels] }
}

/** Returns the plan of a row that is rejected because its short name can't be used. */
export function rejectSlug(plan: PlannedRow, reason: string = errorCatalog.LINK_SLUG_TAKEN.message): PlannedRow {
  return { ...plan, outcome: 'reject', slug: undefined, hasChosenSlug: false, hasUnusableSlug: true, issues: [{ column: 'slug', reason }] }
}

function listTargetIssues({ draft: { target }, issues }: ParsedRow, project: PlannedProject): RowIssue<LinkImportColumn>[] {
  if (issues.length > 0 || project.isAllowedTarget(target)) return []
  return [{ column: 'target', reason: errorCatalog.LINK_TARGET_FORBIDDEN.message }]
}

function findSlugProblem(
  { slug, slugProblem: problem }: ParsedRow,
  project: PlannedProject,
  domainId: DomainId | null,
): string | undefined {
  if (slug === undefined) return problem
  if (isReserved(slug, domainId)) return errorCatalog.LINK_SLUG_RESERVED.message
  const address = formatAddressKey(domainId, slug)
  const page = project.pageNames.get(address)
  if (page !== undefined) return `This is the address of ${page} in the store on this domain`
  if (project.takenAddresses.has(address)) return errorCatalog.LINK_SLUG_TAKEN.message
  return project.remainingSlugs > 0 || project.releasedAddresses.has(address)
    ? undefined
    : 'More short names than the import was started with'
}

function planLabels({ labels: wanted }: ParsedRow, project: PlannedProject): Pick<PlannedRow, 'labels' | 'issues'> {
  const unknown = wanted.filter((name) => !project.labelNames.has(name))
  const left = unknown.slice(project.remainingLabels)
  const reason = (name: string) =>
    `Imported without the label "${name}": a project can have up to ${labelsPerProject.toLocaleString('en')} labels`
  return {
    labels: wanted.filter((name) => !left.includes(name)),
    issues: left.map((name) => ({ column: 'labels', reason: reason(name) })),
  }
}
