/** The part of the module that every start loads, to prepare the databases. */

export { findClickRetentionMonths, setClickRetention } from './click-retention.ts'
export { computeFirstCompleteDay } from './rollups/outdated-days.ts'
