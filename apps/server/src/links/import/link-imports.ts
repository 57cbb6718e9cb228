import {
  type LinkImport,
  type LinkImportCounts,
  type LinkImportDomain,
  type LinkImportStart,
  linkImportsPerProject,
} from '@linkshelf/contract'
import { projectCall, rateLimitCreation, read } from '../../access/index.ts'
import {
  createImport,
  deleteImport,
  forecastUndo,
  getImport,
  getImportReport,
  listImportIssues,
  listImports,
  startImport,
  toFileImport,
  toImportUndo,
  toIssueRows,
  type UndoableKind,
  undoImport,
} from '../../file-imports/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ClickedLinkFinder } from '../link-visits.ts'
import { toFileDomains } from './host-places.ts'
import { importedLinks } from './imported-links.ts'
import { type PlannedRow, planRows } from './plan-link-rows.ts'
import { type LinkFile, parser } from './read-link-file.ts'
import { selectSnapshot, writeRows } from './write-link-rows.ts'

const noCounts = {
  created: 0,
  skipped: 0,
  rejected: 0,
  over_limit: 0,
  unusable_slugs: 0,
  unverified_domains: 0,
  incomplete: 0,
  chosen_slugs: 0,
}

/** Imports that an earlier version checked have no `moved` and `slugs`. */
type CheckedDomain = Omit<LinkImportDomain, 'moved'> & { slugs?: number; moved?: LinkImportCounts }

/** The kind of file import that creates links. */
export const linkImports: UndoableKind<{
  file: LinkFile
  settings: Date
  input: LinkImportStart
  /**
   * `slugs` is the number of short names that the file chooses. It can exceed the plan's limit, because the plan can
   * change before the import starts. In `domains`, it is the number of short names that the rows of an unverified
   * domain would choose if they were moved to the project's domain.
   */
  details: { slugs: number; domains?: CheckedDomain[]; replaced?: LinkImportCounts }
  /** `slug_quota` is the number of short names that the import may choose. */
  choices: { replace_slugs: boolean; move_domains?: string[]; slug_quota: number }
  counts: typeof noCounts
  result: LinkImport
}> = {
  kind: 'links',
  entity: 'link_import',
  notFound: 'LINK_IMPORT_NOT_FOUND',
  notReady: 'LINK_IMPORT_NOT_READY',
  tasks: { check: 'check-link-import', run: 'import-links' },
  defaultFileName: 'links.csv',
  maxStored: linkImportsPerProject,
  batchRows: 500,
  noCounts,

  parser,
  toSettings: ({ created_at }) => created_at,

  async plan(deps, ctx, { rows }) {
    const snapshot = await read(ctx, (tx) => selectSnapshot(tx, deps, ctx, rows))
    const everySlug = { remainingSlugs: Number.POSITIVE_INFINITY, replacesSlugs: false, movedHosts: new Set<string>() }
    const planned = planRows(rows, snapshot, everySlug)
    const rowsOfHosts = Map.groupBy(rows, ({ host }) => host)
    const domains = toFileDomains(rows, snapshot.places).map((domain) => {
      if (domain.status !== 'unverified') return domain
      const moved = planRows(rowsOfHosts.get(domain.host) ?? [], snapshot, { ...everySlug, movedHosts: new Set([domain.host]) })
      return { ...domain, slugs: countChosen(moved), moved: toCounts(moved) }
    })
    const replaced = toCounts(planRows(rows, snapshot, { ...everySlug, replacesSlugs: true }))
    return { ...toEffects(planned), details: { slugs: countChosen(planned), domains, replaced } }
  },

  // The short names count towards the rate limit when the import starts, because the job has no user who could be told
  // to wait.
  async start(tx, ctx, { row: { details }, input: { replace_slugs, move_domains = [] } }) {
    const moved = (details?.domains ?? []).filter(({ host, status }) => status === 'unverified' && move_domains.includes(host))
    // Imports of an earlier version have not stored the number of a domain's short names, so the number of its rows is
    // used.
    const chosen = moved.reduce((sum, { rows, slugs = rows }) => sum + slugs, details?.slugs ?? 0)
    const quota = Math.min(chosen, ctx.entitlements.linksPerProject)
    await rateLimitCreation(tx, ctx, 'chosenSlugs', quota)
    return { replace_slugs, move_domains, slug_quota: quota }
  },

  async write(tx, deps, ctx, { before: { file_name, choices, counts }, rows }) {
    const remainingSlugs = choices.slug_quota - counts.chosen_slugs
    const { replace_slugs: replacesSlugs, move_domains = [] } = choices
    const { planned, created } = await writeRows(tx, deps, ctx, {
      rows,
      choices: { remainingSlugs, replacesSlugs, movedHosts: new Set(move_domains) },
    })
    // The audit entry lists links by id, so that the history of each link contains it.
    return { ...toEffects(planned), after: Object.fromEntries(created.map(({ id, line }) => [id, { file_name, line }])) }
  },

  undo: {
    task: 'undo-link-import',
    actions: { start: 'link_import.undo', rows: 'link_import.undo_rows' },
    things: [importedLinks],
  },

  toResult(row) {
    const domains = (row.details?.domains ?? []).map(({ host, rows, status, moved }) => {
      const unchecked = { ...withoutSlugs(noCounts), created: rows }
      return { host, rows, status, moved: status === 'unverified' ? (moved ?? unchecked) : null }
    })
    return { ...toFileImport(row), ...toImportUndo(row), ...withoutSlugs(row.counts), replaced: row.details?.replaced ?? null, domains }
  },
}

function countChosen(planned: readonly PlannedRow[]): number {
  return planned.filter(({ hasChosenSlug }) => hasChosenSlug).length
}

function toEffects(planned: readonly PlannedRow[]) {
  return { counts: countEffects(planned), issues: toIssueRows(planned.map(({ row, issues }) => ({ ...row, issues }))) }
}

/** Returns the counts that the API has. */
function toCounts(planned: readonly PlannedRow[]): LinkImportCounts {
  return withoutSlugs(countEffects(planned))
}

function withoutSlugs({ chosen_slugs: _, ...counts }: typeof noCounts): LinkImportCounts {
  return counts
}

function countEffects(planned: readonly PlannedRow[]): typeof noCounts {
  const counts = { ...noCounts }
  for (const { outcome, issues, hasChosenSlug, hasUnusableSlug, isOverLimit, isUnverified } of planned) {
    if (outcome === 'create') counts.created += 1
    else if (outcome === 'skip') counts.skipped += 1
    else counts.rejected += 1
    if (outcome === 'create' && issues.length > 0) counts.incomplete += 1
    if (outcome === 'create' && hasChosenSlug) counts.chosen_slugs += 1
    if (hasUnusableSlug) counts.unusable_slugs += 1
    if (isUnverified) counts.unverified_domains += 1
    if (isOverLimit) counts.over_limit += 1
  }
  return counts
}

const calls = projectCall.linkImports

export function linkImportRoutes(deps: Deps & { visits: ClickedLinkFinder }) {
  return {
    create: calls.create.handler(({ context, input }) => createImport(linkImports, deps, context.ctx, input.body.file)),
    list: calls.list.handler(({ context }) => listImports(linkImports, context.ctx)),
    get: calls.get.handler(({ context, input }) => getImport(linkImports, context.ctx, input.params.linkImportId)),
    start: calls.start.handler(({ context, input }) =>
      startImport(linkImports, context.ctx, { importId: input.params.linkImportId, input: input.body }),
    ),
    issues: calls.issues.handler(async ({ context, input }) => {
      const page = await listImportIssues(linkImports, context.ctx, { importId: input.params.linkImportId, ...input.query })
      return { headers: { 'x-next-cursor': page.nextCursor }, body: page.issues }
    }),
    report: calls.report.handler(({ context, input }) => getImportReport(linkImports, deps, context.ctx, input.params.linkImportId)),
    forecastUndo: calls.forecastUndo.handler(({ context, input }) =>
      forecastUndo(linkImports, deps, context.ctx, input.params.linkImportId),
    ),
    undo: calls.undo.handler(({ context, input }) =>
      undoImport(linkImports, context.ctx, { importId: input.params.linkImportId, input: input.body }),
    ),
    delete: calls.delete.handler(({ context, input }) => deleteImport(linkImports, context.ctx, input.params.linkImportId)),
  }
}
