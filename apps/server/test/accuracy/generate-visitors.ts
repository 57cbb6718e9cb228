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
  /** Different ways to write addresses of one subscriber. */
  addresses: readonly string[]
  /** The same for all of them. */
  network: string
  agent: Agent
  country: string
  subdivision: string
  city: string
  /** The country header of a trusted proxy. */
  proxyCountry: string
}

// The towns include two of one name in two countries, two in one country, and a country without towns.
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

/** The networks of the people below: IPv4 and IPv6 for each town. */
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
  // A proxy that agrees with geoip, or doesn't know, or says another country, for which geoip's town is wrong.
  const proxyCountry = seeded.chance(0.8) ? '' : seeded.pick([country, country.toLowerCase(), 'XX', 'T1', 'NZ'])
  if (proxyCountry === 'NZ') return { ...known, proxyCountry, country: 'NZ', subdivision: '', city: '' }
  return { ...known, proxyCountry, country, subdivision, city }
}

/** The third byte has few values, so that subscribers share addresses and differ by User-Agent. */
function generateIpv4(seeded: SeededRandom, town: number | undefined): Pick<GeneratedPerson, 'addresses' | 'network'> {
  const address = `${town === undefined ? '198.18' : `20.${town}`}.${seeded.below(8)}.${seeded.below(256)}`
  return { addresses: [address], network: address }
}

/** A subscriber's machines and the ways to write them: one network of 64 bits. */
function generateIpv6(seeded: SeededRandom, town: number | undefined): Pick<GeneratedPerson, 'addresses' | 'network'> {
  const network = `${town === undefined ? '2001:db8' : `2a10:${town + 1}`}:${seeded.below(4)}:${(seeded.below(512) + 1).toString(16)}`
  return { addresses: [`${network}::1`, `${network}:0:0:0:1`, `${network.toUpperCase()}:ABCD:0:12:34`, `${network}::ffff`], network }
}
