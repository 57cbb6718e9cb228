/** Stores the projects of an organization. At least one of them is always active. */

export { getProjectName } from './get-project-name.ts'
export { projectRoutes } from './project-routes.ts'
export { insertProject, selectProjects } from './project-table.ts'
export { toProject } from './to-project.ts'
