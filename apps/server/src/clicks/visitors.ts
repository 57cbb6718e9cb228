/** The part of the module that edges load: the journal, and functions that describe a visitor before the response. */

export { parseUserAgent } from './enrichment/parse-user-agent.ts'
export { parseCountry } from './enrichment/request-fields.ts'
export { type CountryTable, openCountryTable } from './geoip/country-table.ts'
export { checkGeoipFile } from './geoip/geoip.ts'
export { type Journal, openJournal } from './journal/journal.ts'
export type { Disk } from './journal/journal-files.ts'
export type { JournalState } from './journal/lost-clicks.ts'
export { publishLostClicks } from './journal/lost-clicks.ts'
export type { ClickRecord, PageViewRecord } from './journal/records/visit-records.ts'
