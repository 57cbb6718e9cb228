import { people as knownAgents } from '../builders/user-agents.ts'
import type { GeoipNetwork } from '../builders/write-geoip-file.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface Agent {
  userAgent: string
  device: string
  browser: string
  os: string
}

/** A human visitor, with the values that the server must derive. */
export interface GeneratedPerson {
  /** Addresses of one subscriber, written in different ways. */
  addresses: readonly string[]
  /** The network that the server must derive from each of the addresses. */
  network: string
  agent: Agent
  country: string
  subdivision: string
  city: string
  /** The value of the country header that a trusted proxy sends. */
  proxyCountry: string
}

// The list includes one name in two countries (Paris), one name in two regions of a country (Springfield), and a
// country without towns (VA).
const towns: readonly [country: string, subdivision: string, city: string][] = [
  ['US', 'New York', 'New York'],
  ['US', 'Illinois', 'Springfield'],
  ['US', 'Missouri', 'Springfield'],
  ['US', 'Texas', 'Paris'],
  ['FR', 'Île-de-France', 'Paris'],
  ['DE', 'Berlin', 'Berlin'],
  ['DE', 'Bavaria', 'Munich'],
  ['GB', 'England', 'London'],
  ['CA', 'Ontario', 'London'],
  ['IN', 'Maharashtra', 'Mumbai'],
  ['IN', 'Karnataka', 'Bengaluru'],
  ['AU', 'New South Wales', 'Lord Howe Island'],
  ['BR', 'São Paulo', 'São Paulo'],
  ['JP', 'Tokyo', 'Tokyo'],
  ['IE', 'Leinster', ''],
  ['VA', '', ''],
]

/** The networks of the generated people: one IPv4 and one IPv6 network for each town. */
export const townNetworks: readonly GeoipNetwork[] = towns.flatMap(([country, subdivision, city], nth) => {
  const location = { country, ...(subdivision !== '' && { subdivision }), ...(city !== '' && { city }) }
  return [
    { network: `20.${nth}.0.0/16`, ...location },
    { network: `2a10:${nth + 1}::/32`, ...location },
  ]
})

export function generatePeople(seeded: SeededRandom, count: number): GeneratedPerson[] {
  return Array.from({ length: count }, () => generatePerson(seeded))
}

function generatePerson(seeded: SeededRandom): GeneratedPerson {
  const [device, browser, os, userAgent] = seeded.pickSkewed(knownAgents)
  const town = seeded.chance(0.97) ? seeded.below(towns.length) : undefined
  const [country, subdivision, city] = (town === undefined ? undefined : towns[town]) ?? ['', '', '']
  const known = {
    agent: { device, browser, os, userAgent },
    ...(seeded.chance(0.3) ? generateIpv6(seeded, town) : generateIpv4(seeded, town)),
  }
  // A trusted proxy sends no country, geoip's country, an unknown country (XX, T1) or another country (NZ). If the
  // proxy sends another country, geoip's town is wrong and must be ignored.
  const proxyCountry = seeded.chance(0.8) ? '' : seeded.pick([country, country.toLowerCase(), 'XX', 'T1', 'NZ'])
  if (proxyCountry === 'NZ') return { ...known, proxyCountry, country: 'NZ', subdivision: '', city: '' }
  return { ...known, proxyCountry, country, subdivision, city }
}

/**
 * Generates an IPv4 address. Its third byte has only eight values, so that some subscribers share an address and differ
 * only by User-Agent.
 */
function generateIpv4(seeded: SeededRandom, town: number | undefined): Pick<GeneratedPerson, 'addresses' | 'network'> {
  const address = `${town === undefined ? '198.18' : `20.${town}`}.${seeded.below(8)}.${seeded.below(256)}`
  return { addresses: [address], network: address }
}

/** Returns addresses of one subscriber, which are in one /64 network, written in different ways. */
function generateIpv6(seeded: SeededRandom, town: number | undefined): Pick<GeneratedPerson, 'addresses' | 'network'> {
  const network = `${town === undefined ? '2001:db8' : `2a10:${town + 1}`}:${seeded.below(4)}:${(seeded.below(512) + 1).toString(16)}`
  return { addresses: [`${network}::1`, `${network}:0:0:0:1`, `${network.toUpperCase()}:ABCD:0:12:34`, `${network}::ffff`], network }
}
