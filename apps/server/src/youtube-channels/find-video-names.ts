import { fail, type ProjectContext, read } from '../access/index.ts'
import { selectVideoNames, type VideoName } from './tables/video-table.ts'

/** Returns the names of the given videos that channels of the project have, by id. */
export async function findVideoNames(ctx: ProjectContext, videoIds: readonly string[]): Promise<Map<string, VideoName>> {
  if (videoIds.length === 0) return new Map()
  const rows = await read(ctx, (tx) => selectVideoNames(tx, ctx.project.id, videoIds))
  return new Map(rows.map((row) => [row.video_id, row]))
}

/** Throws YOUTUBE_VIDEO_NOT_FOUND. */
export async function getVideoName(ctx: ProjectContext, videoId: string): Promise<VideoName> {
  return (await findVideoNames(ctx, [videoId])).get(videoId) ?? fail('YOUTUBE_VIDEO_NOT_FOUND')
}
