// Clicks: kept before the visitor is sent on, shipped to the analytics store after.
export { makeArrivalTeller, openArrivalListener } from './arrivals.ts'
export { openClickDescriber } from './click-describer.ts'
export { type Journal, type JournalState, openJournal } from './journal.ts'
export type { KeptClick } from './kept-click.ts'
export { openShipper, type Shipper } from './shipper.ts'
export { deleteOldSalts } from './visitor-salts.ts'
