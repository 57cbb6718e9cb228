import { organizationId, projectId, type YoutubeChannelId, youtubeChannelId } from '@linkshelf/contract'
import { z } from 'zod'
import { createRequestContext, findSystemContext, type ProjectContext } from '../../access/index.ts'
import type { CoreDeps } from '../../platform/deps.ts'
import { enqueueJob } from '../../platform/jobs.ts'
import type { Db } from '../../platform/postgres/postgres.ts'

export const scanChannelTask = 'scan-youtube-channel'
export const findUploadsTask = 'find-youtube-uploads'
export const writeVideosTask = 'write-youtube-videos'
export const sendFinishedTask = 'send-youtube-finished'

type ChannelTask = typeof scanChannelTask | typeof findUploadsTask | typeof sendFinishedTask

/** The queue of the job that writes videos. Only one job of the queue runs at a time, on all machines together. */
export const writeVideosQueue = 'youtube-videos'

const channelJob = z.object({ organizationId, projectId, channelId: youtubeChannelId })

type ChannelJob = z.input<typeof channelJob>

export function toChannelJob({ organization, project }: ProjectContext, channelId: YoutubeChannelId): ChannelJob {
  return { organizationId: organization.id, projectId: project.id, channelId }
}

/**
 * Enqueues a job. At most one job of a task is pending per channel. The job is retried for days and resumes where it
 * stopped.
 */
export async function enqueueChannelJob(db: Db, task: ChannelTask, job: ChannelJob, runAt?: Date): Promise<void> {
  await enqueueJob(db, task, job, { key: `${task}:${job.channelId}`, maxAttempts: 25, ...(runAt && { runAt }) })
}

/** Enqueues the job that writes the next video of any channel. */
export async function enqueueNextVideo(db: Db): Promise<void> {
  await enqueueJob(db, writeVideosTask, {}, { key: writeVideosTask, queue: writeVideosQueue })
}

/** Returns a job's context and channel id. Undefined if the organization was deleted. */
export async function openChannelJob(
  deps: CoreDeps,
  task: ChannelTask | typeof writeVideosTask,
  payload: unknown,
): Promise<{ ctx: ProjectContext; channelId: YoutubeChannelId } | undefined> {
  const job = channelJob.parse(payload)
  const request = createRequestContext(deps, { actor: { kind: 'system', name: task }, source: 'job' })
  const ctx = await findSystemContext(request, job.organizationId, job.projectId)
  return ctx && { ctx, channelId: job.channelId }
}
