import type { DeviceKind } from '@linkshelf/contract'
import { type CountryTable, parseUserAgent } from '../../clicks/index.ts'
import { isInBlockList, toBlockList } from '../../platform/http/ip-address.ts'
import type { Log } from '../../platform/process/log.ts'

/** The properties of a client that a request tells; null where it doesn't. */
export interface ClientDescription {
  device: DeviceKind | null
  browser: string | null
  os: string | null
  /** ISO 3166-1, two capital letters. */
  country: string | null
}

export interface ClientDescriber {
  describe(client: { address: string; userAgent: string }): Promise<ClientDescription>
  close(): void
}

export interface ClientDescriberOptions {
  openCountries: () => Promise<CountryTable>
  log: Log
}

/** Addresses of private networks, which are in no country. */
const privateNetworks = toBlockList(['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128', 'fc00::/7', 'fe80::/10'])

/**
 * Opens the table of countries for the first client with a public address. Without one, because it can't be read,
 * countries are unknown until the next client.
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

  async function countryOf(address: string): Promise<string | undefined> {
    opening ??= open()
    return (await opening)?.countryOf(address)
  }

  return {
    async describe({ address, userAgent }) {
      const { device, browser, os } = parseUserAgent(userAgent)
      const country = isInBlockList(address, privateNetworks) ? undefined : await countryOf(address)
      return { device: device || null, browser: browser || null, os: os || null, country: country || null }
    },
    close() {
      isClosed = true
      void opening?.then((table) => table?.close())
    },
  }
}
