/** The part of the module that every start loads, to prepare the databases. */

export { isDatabasePaused, pausedRetentionMonths } from './pause.ts'
export { assertRestoreEnded } from './restore-marker.ts'
