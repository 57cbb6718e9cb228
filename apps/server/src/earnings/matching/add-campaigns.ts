import type { EarningId, ProjectId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { createRequestContext, findSystemContext, ignoreDeleted, read, writeDerived } from '../../access/index.ts'
import { findClickScope, queryClicksById } from '../../analytics/index.ts'
import type { ClickDeps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { matchJob, toClickId } from './match-earnings.ts'

/**
 * Adds the campaign and the video to sales that earlier releases joined to a click. A migration enqueued the job for
 * each project.
 */
export const addCampaignsTask = 'add-campaigns-of-sales'

const rowsPerBatch = 1_000

/**
 * Runs the background job. Reads the click of each sale again. If single clicks have expired, the sale gets no campaign
 * and no video.
 */
export async function addCampaignsOfSales(deps: ClickDeps, payload: unknown, batchRows = rowsPerBatch): Promise<void> {
  const job = matchJob.parse(payload)
  const request = createRequestContext(deps, { actor: { kind: 'system', name: addCampaignsTask }, source: 'job' })
  const ctx = await findSystemContext(request, job.organizationId, job.projectId)
  if (ctx === undefined) return
  let after: EarningId | undefined
  do {
    const page = await read(ctx, (tx) => selectJoinedSales(tx, ctx.project.id, { after, limit: batchRows }))
    if (page.length === 0) return
    const clickIds = page.flatMap(({ sub_id }) => toClickId(sub_id) ?? [])
    const clicks = await queryClicksById(deps.clickhouse, await findClickScope(ctx), clickIds)
    const clickById = new Map(clicks.map((click) => [click.id, click]))
    const campaigns = page.map(({ id, sub_id }) => {
      const { utmCampaign = '', video = '' } = clickById.get(toClickId(sub_id) ?? '') ?? {}
      return { id, utm_campaign: utmCampaign, video }
    })
    await ignoreDeleted(writeDerived(ctx, {}, (tx) => updateCampaigns(tx, ctx.project.id, campaigns)))
    after = page.length < batchRows ? undefined : page.at(-1)?.id
  } while (after !== undefined)
}

/** Selects sales with a click but without a campaign, in the order of their ids, after the given id. */
async function selectJoinedSales(
  tx: Tx,
  projectId: ProjectId,
  { after, limit }: { after: EarningId | undefined; limit: number },
): Promise<{ id: EarningId; sub_id: string | null }[]> {
  return tx
    .selectFrom('earnings')
    .select(['id', 'sub_id'])
    .where('project_id', '=', projectId)
    .where('method', '=', 'click')
    .where('utm_campaign', 'is', null)
    .$if(after !== undefined, (query) => query.where('id', '>', after as EarningId))
    .orderBy('id')
    .limit(limit)
    .execute()
}

interface SaleCampaign {
  id: EarningId
  utm_campaign: string
  video: string
}

async function updateCampaigns(tx: Tx, projectId: ProjectId, campaigns: readonly SaleCampaign[]): Promise<void> {
  await sql`
    update earnings set utm_campaign = given.utm_campaign, video = given.video
    from json_to_recordset(${JSON.stringify(campaigns)}::json) as given (id uuid, utm_campaign text, video text)
    where earnings.id = given.id and earnings.project_id = ${projectId} and earnings.method = 'click'`.execute(tx)
}
