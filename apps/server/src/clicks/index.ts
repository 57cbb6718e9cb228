// Clicks: kept before the visitor is sent on, shipped to the analytics store after.

export { openClickDescriber } from './enrichment/click-describer.ts'
export { deleteOldSalts } from './enrichment/visitor-salts.ts'
export type { ClickRecord } from './journal/click-record.ts'
export { type Journal, type JournalState, openJournal } from './journal/journal.ts'
export { makeArrivalTeller, openArrivalListener } from './shipping/arrivals.ts'
export { openShipper, type Shipper } from './shipping/shipper.ts'
