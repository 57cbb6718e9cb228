import { availableParallelism } from 'node:os'

/**
 * Every core, but no more processes than one PostgreSQL and one engine serve well. Left alone, Vitest
 * leaves one core of two idle.
 */
export const maxWorkers = Math.min(4, availableParallelism())
