// Projects of an organization, and the rule that one of them is always active.
export { createProjectIn } from './create-project.ts'
export { projectRoutes } from './project-routes.ts'
export { selectProjects } from './project-table.ts'
export { showProject } from './show-project.ts'
