import { availableParallelism } from 'node:os'

/**
 * Uses every core, but no more processes than one PostgreSQL and one engine serve well. By default, Vitest leaves one
 * of two cores idle.
 */
export const maxWorkers = Math.min(4, availableParallelism())
