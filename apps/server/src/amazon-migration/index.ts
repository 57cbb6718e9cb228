// Rewrites the stored destinations of a project's links to Amazon with its owner's tag, in runs that can be undone.
export { amazonMigrationRoutes } from './migration-routes.ts'
export { amazonMigrationTasks } from './migration-tasks.ts'
