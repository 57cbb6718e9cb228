import type { LinkId } from '@linkshelf/contract'
import { sql } from 'kysely'
import type { ProjectContext } from '../../access/index.ts'
import { findLinkDomain, findServedAddresses, lockServingDomains } from '../../domains/index.ts'
import { type LabelQuota, lockLabelQuota, registerLabelNames, selectLabelQuota } from '../../labels/index.ts'
import type { OriginDeps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { isAllowedDestination } from '../destination-rules.ts'
import { formatAddressKey } from '../tables/link-address.ts'
import { importNamedLinks, selectPresentLinks } from '../write/import-links.ts'
import { lockRemainingLinks, selectRemainingLinks } from '../write/link-quota.ts'
import { selectPageNames, selectReleasedAddresses, selectTakenAddresses } from '../write/slugs.ts'
import { selectHostPlaces } from './host-places.ts'
import type { ParsedRow } from './parse-link-row.ts'
import { findRowDomainId, type ImportChoices, type PlannedRow, type ProjectSnapshot, planRows, rejectSlug } from './plan-link-rows.ts'

/**
 * Reads the state of the project on which the plan of the rows depends. Another transaction can change this state
 * before the import runs.
 */
export async function selectSnapshot(tx: Tx, deps: OriginDeps, ctx: ProjectContext, rows: readonly ParsedRow[]): Promise<ProjectSnapshot> {
  const labels = await selectLabelQuota(tx, ctx, listLabelNames(rows))
  return toSnapshot(tx, deps, ctx, { rows, labels, remainingLinks: await selectRemainingLinks(tx, ctx) })
}

/**
 * Like `selectSnapshot`, but locks the labels and the link quota until the transaction ends. Domains and labels are
 * locked first, as when a link is created.
 */
async function lockSnapshot(tx: Tx, deps: OriginDeps, ctx: ProjectContext, rows: readonly ParsedRow[]): Promise<ProjectSnapshot> {
  await lockServingDomains(tx, ctx)
  const labels = await lockLabelQuota(tx, ctx, listLabelNames(rows))
  return toSnapshot(tx, deps, ctx, { rows, labels, remainingLinks: await lockRemainingLinks(tx, ctx) })
}

async function toSnapshot(
  tx: Tx,
  { origins }: OriginDeps,
  ctx: ProjectContext,
  { rows, labels, remainingLinks }: { rows: readonly ParsedRow[]; labels: LabelQuota; remainingLinks: number },
): Promise<ProjectSnapshot> {
  const places = await selectHostPlaces(
    tx,
    ctx,
    origins,
    rows.flatMap(({ host }) => host ?? []),
  )
  const primaryDomainId = await findLinkDomain(tx, ctx, undefined)
  const addressed = rows.flatMap((row) =>
    row.slug === undefined ? [] : [{ slug: row.slug, domainId: findRowDomainId(row, { places, primaryDomainId }) }],
  )
  const targets = rows.flatMap(({ draft: { target } }) => (target === '' ? [] : [target]))
  const domainIds = [...new Set(addressed.flatMap(({ domainId }) => domainId ?? []))]
  const present = await selectPresentLinks(tx, ctx.project.id, { slugs: addressed.map(({ slug }) => slug), domainIds, targets })
  const addresses = addressed.map(({ domainId, slug }) => formatAddressKey(domainId, slug))
  const served = await findServedAddresses(tx, targets)
  const releasedAddresses = await selectReleasedAddresses(tx, ctx.project.id, addresses)
  return {
    remainingLinks,
    labels,
    primaryDomainId,
    places,
    takenAddresses: (await selectTakenAddresses(tx, addresses)).difference(releasedAddresses),
    releasedAddresses,
    pageNames: addresses.length === 0 ? new Map() : await selectPageNames(tx, addresses),
    targetByAddress: new Map(present.map(({ domain_id, slug, target }) => [formatAddressKey(domain_id, slug), target])),
    targets: new Set(present.map(({ target }) => target)),
    isAllowedTarget: (target) => isAllowedDestination(target, origins) && !served.has(target),
  }
}

function listLabelNames(rows: readonly ParsedRow[]): string[] {
  return [...new Set(rows.flatMap(({ labels }) => labels))]
}

interface CreatedLink {
  id: LinkId
  line: number
}

/**
 * Writes rows of a file as links, and returns the new links with their lines. Locks the labels and the link quota of
 * the project, so that the plan is still valid when it is written. Another project can still take a short name in the
 * meantime. The row is then rejected, or gets a generated short name if `replacesSlugs` is true.
 */
export async function writeRows(
  tx: Tx,
  deps: OriginDeps,
  ctx: ProjectContext,
  { rows, choices }: { rows: readonly ParsedRow[]; choices: ImportChoices },
): Promise<{ planned: PlannedRow[]; created: CreatedLink[] }> {
  const planned = planRows(rows, await lockSnapshot(tx, deps, ctx, rows), choices)
  const added = planned.filter(({ outcome }) => outcome === 'create')
  const ids = await insertPlanned(tx, deps, ctx, added)
  const overtaken = added.filter((_, index) => ids[index] === undefined)
  const replaced = choices.replacesSlugs
    ? overtaken.map((plan) => ({ ...plan, slug: undefined, hasChosenSlug: false, hasUnusableSlug: true }))
    : []
  const replacedIds = await insertPlanned(tx, deps, ctx, replaced)
  const toWritten = (plan: PlannedRow) =>
    replaced.find(({ row }) => row === plan.row) ?? (overtaken.includes(plan) ? rejectSlug(plan) : plan)
  return { planned: planned.map(toWritten), created: [...toCreated(added, ids), ...toCreated(replaced, replacedIds)] }
}

function toCreated(plans: readonly PlannedRow[], ids: readonly (LinkId | undefined)[]): CreatedLink[] {
  return plans.flatMap(({ row: { line } }, index) => {
    const id = ids[index]
    return id === undefined ? [] : [{ id, line }]
  })
}

async function insertPlanned(tx: Tx, deps: OriginDeps, ctx: ProjectContext, added: readonly PlannedRow[]): Promise<(LinkId | undefined)[]> {
  await sql`select set_config('linkshelf.takes_released_slugs', 'on', true)`.execute(tx)
  const spelling = await registerLabelNames(tx, deps, ctx, [...new Set(added.flatMap(({ labels }) => labels))])
  const links = added.map(({ row: { draft, isArchived, createdAt }, domainId, slug, labels }) => ({
    draft: { ...draft, slug },
    labels: [...new Set(labels.flatMap((name) => spelling.get(name) ?? []))],
    domainId,
    isArchived,
    createdAt,
  }))
  return (await importNamedLinks(tx, deps, ctx, links)).map((row) => row?.id)
}
