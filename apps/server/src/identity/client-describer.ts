import type { DeviceKind } from '@linkshelf/contract'
import { type CountryTable, parseUserAgent } from '../clicks/index.ts'
import { isInBlockList, toBlockList } from '../platform/http/client-address.ts'
import type { Log } from '../platform/process/log.ts'

/** The properties of a client that a request shows; null if unknown. */
export interface ClientDescription {
  device: DeviceKind | null
  browser: string | null
  os: string | null
  country: string | null
}

export interface ClientDescriber {
  describe(client: { address?: string | undefined; userAgent: string }): Promise<ClientDescription>
  close(): void
}

export interface ClientDescriberOptions {
  openCountries: () => Promise<CountryTable>
  log: Log
}

/** Addresses in private networks, which have no country. */
const privateNetworks = toBlockList(['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128', 'fc00::/7', 'fe80::/10'])

/**
 * Creates a describer, which opens the geoip table for the first client with a public address. If the table can't be
 * read, the country is unknown, and the next client opens it again.
 */
export function createClientDescriber({ openCountries, log }: ClientDescriberOptions): ClientDescriber {
  let opening: Promise<CountryTable | undefined> | undefined
  let isClosed = false

  async function open(): Promise<CountryTable | undefined> {
    try {
      const table = await openCountries()
      if (isClosed) table.close()
      return table
    } catch (error) {
      log.warn({ err: error }, 'The geoip table could not be loaded; countries of sessions are unknown')
      opening = undefined
      return undefined
    }
  }

  async function findCountry(address: string): Promise<string | undefined> {
    opening ??= open()
    return (await opening)?.countryOf(address)
  }

  return {
    async describe({ address, userAgent }) {
      const { device, browser, os } = parseUserAgent(userAgent)
      const isPublic = address !== undefined && !isInBlockList(address, privateNetworks)
      const country = isPublic ? await findCountry(address) : undefined
      return { device: device || null, browser: browser || null, os: os || null, country: country || null }
    },
    close() {
      isClosed = true
      void opening?.then((table) => table?.close())
    },
  }
}
