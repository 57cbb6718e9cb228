/**
 * Rewrites the stored destinations of a project's Amazon links with the owner's tag. Runs can be resumed and undone.
 */

export { amazonMigrationJobs } from './amazon-migration-jobs.ts'
export { amazonMigrationRoutes } from './migrations.ts'
