/** The part of the module that every start loads, to prepare the databases. */

export { setClickRetention } from './click-retention.ts'
