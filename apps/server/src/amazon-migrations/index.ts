/**
 * Rewrites the stored destinations of a project's links to Amazon with its owner's tag, in resumable runs that can be
 * undone.
 */

export { amazonMigrationJobs } from './amazon-migration-jobs.ts'
export { amazonMigrationRoutes } from './migrations.ts'
