import {
  type ArchiveSummary,
  categoriesPerProject,
  dataImportMessages,
  type Entitlements,
  featuredLinksPerStore,
  labelsPerProject,
  type ProjectId,
  productsPerProject,
} from '@linkshelf/contract'
import { fail, ignoreDeleted, mutate } from '../../access/index.ts'
import type { ForeignFileDeps } from '../../platform/deps.ts'
import type { JobRun } from '../../platform/jobs.ts'
import { UnreadableArchiveError } from '../format/read-archive.ts'
import { type CreationCounts, createCreationCounter, findCreationLimitFailure } from './archive-limits.ts'
import { type OpenImport, openImportJob } from './data-import-jobs.ts'
import { lockImportForUpdate, updateImport } from './data-import-table.ts'
import { failImport } from './fail-import.ts'
import { readPlannedFiles } from './read-planned-files.ts'

interface ProjectCount {
  name: string
  rows: Map<string, number>
}

interface CheckedArchive {
  summary: ArchiveSummary
  fileCount: number
  projectIds: ProjectId[]
  creations: CreationCounts
}

/**
 * Runs the background job: reads a whole archive, and stores its summary or the reason why it can't be imported. Does
 * nothing if the archive was already checked.
 */
export async function checkImport(deps: ForeignFileDeps, payload: unknown, run: Pick<JobRun, 'pause'> = {}): Promise<void> {
  const job = await openImportJob(deps, 'check-data-import', payload)
  if (job?.row.state !== 'checking') return
  const checked = await checkArchive(deps, job, run).catch((error: unknown) => {
    if (error instanceof UnreadableArchiveError) return error.message
    throw error
  })
  if (typeof checked === 'string') return failImport(deps, job, checked)
  const { ctx, row } = job
  const mutation = { action: 'data_import.check', entity: 'data_import', entityId: row.id } as const
  const work = mutate(ctx, mutation, async (tx, change) => {
    const locked = await lockImportForUpdate(tx, ctx.organization.id, row.id)
    if (locked?.state !== 'checking') fail('NOT_FOUND')
    change.after = { file_name: row.file_name, ...checked.summary }
    const { summary, fileCount, projectIds, creations } = checked
    const counts = { slug_count: creations.chosenSlugs, store_name_count: creations.storeNames }
    await updateImport(tx, row.id, { state: 'ready', summary, file_count: fileCount, project_ids: projectIds, ...counts })
  })
  await ignoreDeleted(work)
}

/** Reads the archive, and counts what an import would create. Throws UnreadableArchiveError. */
async function checkArchive(deps: ForeignFileDeps, job: OpenImport, run: Pick<JobRun, 'pause'>): Promise<CheckedArchive> {
  const { ctx } = job
  const projects = new Map<ProjectId, ProjectCount>()
  const counter = createCreationCounter(ctx.entitlements.rateLimits)
  const summary: ArchiveSummary = { organization: '', links_url: '', projects: [], pictures: 0, clicks: 0, page_views: 0 }
  let fileCount = 0
  for await (const { plan } of readPlannedFiles(deps, job, run)) {
    fileCount += 1
    if (plan.kind === 'head') summary.links_url = plan.linksUrl
    if (plan.kind === 'organization') summary.organization = plan.name
    if (plan.kind === 'picture') summary.pictures += 1
    if (plan.kind === 'visits') summary[plan.visits === 'clicks' ? 'clicks' : 'page_views'] += plan.rows.length
    if (plan.kind === 'project') projects.set(plan.project.id, { name: plan.project.name, rows: new Map() })
    if (plan.kind === 'rows') {
      const project = projects.get(plan.projectId)
      addRows(project, plan.table, plan.rows.length)
      addRows(project, 'page links', plan.rows.filter(({ page_id }) => page_id != null).length)
      counter.add(plan.table, plan.rows)
      if (counter.hasTooManyDomains()) throw new UnreadableArchiveError(dataImportMessages.tooManyDomains)
    }
  }
  summary.projects = [...projects.values()].map(({ name, rows }) => ({
    name,
    links: rows.get('links') ?? 0,
    page_links: rows.get('page links') ?? 0,
    products: rows.get('products') ?? 0,
  }))
  const creations = { projects: projects.size, ...counter.read() }
  const failure = findLinkLimitFailure(ctx.entitlements, summary.projects) ?? findCreationLimitFailure(ctx, creations)
  if (failure !== undefined) throw new UnreadableArchiveError(failure)
  checkLimits([...projects.values()])
  return { summary, fileCount, projectIds: [...projects.keys()], creations }
}

function addRows(project: ProjectCount | undefined, table: string, count: number): void {
  project?.rows.set(table, (project.rows.get(table) ?? 0) + count)
}

/** Returns an error message if one of these projects has more links than the plan allows. Undefined if none has. */
export function findLinkLimitFailure({ linksPerProject }: Entitlements, projects: ArchiveSummary['projects']): string | undefined {
  const tooLarge = projects.find((project) => countLinks(project) > linksPerProject)
  return (
    tooLarge &&
    `The project “${tooLarge.name}” has ${countLinks(tooLarge).toLocaleString('en')} links, and your plan has ${linksPerProject.toLocaleString('en')} for each project. Upgrade, and import the archive then.`
  )
}

function countLinks({ links, page_links = 0 }: ArchiveSummary['projects'][number]): number {
  return links - page_links
}

/** Throws UnreadableArchiveError if a project exceeds limits that are the same in all plans. */
function checkLimits(projects: readonly ProjectCount[]): void {
  const limits: Record<string, number> = {
    products: productsPerProject,
    categories: categoriesPerProject,
    labels: labelsPerProject,
    stores: 1,
    featured_links: featuredLinksPerStore,
  }
  for (const { name, rows } of projects) {
    for (const [table, limit] of Object.entries(limits))
      if ((rows.get(table) ?? 0) > limit)
        throw new UnreadableArchiveError(
          `The project “${name}” has more than ${limit.toLocaleString('en')} ${table.replace('_', ' ')}, which no project can have.`,
        )
  }
}
