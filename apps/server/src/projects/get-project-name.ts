import { fail, type ProjectContext, read } from '../access/index.ts'
import { selectProjects } from './project-table.ts'

/** Throws NOT_FOUND for a project that was deleted meanwhile. */
export async function getProjectName(ctx: ProjectContext): Promise<string> {
  const projects = await read(ctx, (tx) => selectProjects(tx, [ctx.organization.id]))
  return projects.find(({ id }) => id === ctx.project.id)?.name ?? fail('NOT_FOUND')
}
