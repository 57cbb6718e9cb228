/** Stores the projects of an organization. At least one of them is always active. */

export { insertProject, selectProjects } from './project-table.ts'
export { getProjectName, projectRoutes, setPrimaryDomainOf, toProject } from './projects.ts'
