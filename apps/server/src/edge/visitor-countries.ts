import type { BlockList } from 'node:net'
import { type CountryTable, parseCountry } from '../clicks/visitors.ts'
import type { Log } from '../platform/process/log.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import { getProxyCountry, getVisitorAddress, type Visit } from './visit.ts'

export interface VisitorCountries {
  /**
   * Returns an ISO 3166-1 code of two capital letters, or an empty string if the country is unknown. Returns a promise
   * while the table is not loaded. Never rejects.
   */
  find(visit: Visit): string | Promise<string>
  close(): void
}

export interface VisitorCountriesOptions {
  openTable: () => Promise<CountryTable>
  /** Undefined if no proxy is trusted. */
  trustedProxies: BlockList | undefined
  log: Log
  /** How long a visitor waits for the table. After that, the country is unknown. */
  timeoutMs?: number
  retryMs?: number
}

/**
 * Finds the country in the same order as for click records: first in the header of a trusted proxy, then in the geoip
 * table. The table is loaded when it is first needed.
 */
export function createVisitorCountries(options: VisitorCountriesOptions): VisitorCountries {
  const { openTable, trustedProxies, log, timeoutMs = 2_000, retryMs = 60_000 } = options
  let table: CountryTable | undefined
  let opening: Promise<CountryTable | undefined> | undefined
  let retryAt = Number.NEGATIVE_INFINITY
  let isClosed = false

  async function open(): Promise<CountryTable | undefined> {
    try {
      const opened = await openTable()
      if (isClosed) opened.close()
      else table = opened
    } catch (error) {
      log.warn({ err: error }, 'The geoip table could not be loaded; countries of visitors are unknown')
      retryAt = performance.now() + retryMs
    }
    opening = undefined
    return table
  }

  async function findOnceOpen(address: string): Promise<string> {
    if (performance.now() < retryAt) return ''
    opening ??= open()
    const opened = await withTimeout(timeoutMs, opening).catch(() => undefined)
    return opened?.countryOf(address) ?? ''
  }

  return {
    find(visit) {
      const said = parseCountry(getProxyCountry(visit, trustedProxies))
      if (said !== '') return said
      const address = getVisitorAddress(visit, trustedProxies)
      return table === undefined ? findOnceOpen(address) : table.countryOf(address)
    },
    close() {
      isClosed = true
      table?.close()
    },
  }
}
