/** Stores the projects of an organization. At least one of them is always active. */

export { primaryDomainRoutes } from './primary-domain.ts'
export { hasProject, insertProject, selectProjects } from './project-table.ts'
export { getProjectName, projectRoutes, toProject } from './projects.ts'
