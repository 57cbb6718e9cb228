// Projects of an organization, one of which is always active.
export { projectRoutes } from './project-routes.ts'
export { insertProject, selectProjects } from './project-table.ts'
export { toProject } from './to-project.ts'
