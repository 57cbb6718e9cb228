import { people as knownAgents } from '../user-agents.ts'
import type { GeoipNetwork } from '../write-geoip-file.ts'
import type { Seeded } from './seeded-random.ts'

export interface Agent {
  userAgent: string
  device: string
  browser: string
  os: string
}

/** Somebody who clicks, with what is known of them because they were made so. */
export interface MadePerson {
  /** Different ways to write addresses of one subscriber. */
  addresses: readonly string[]
  /** The same for all of them. */
  network: string
  agent: Agent
  country: string
  subdivision: string
  city: string
  /** What a trusted proxy says of the country. */
  proxyCountry: string
}

// Two towns of one name in two countries, two in one country, a country without towns.
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

/** The table of addresses that the people below come from: an IPv4 and an IPv6 network for each town. */
export const townNetworks: readonly GeoipNetwork[] = towns.flatMap(([country, subdivision, city], nth) => {
  const place = { country, ...(subdivision !== '' && { subdivision }), ...(city !== '' && { city }) }
  return [
    { network: `20.${nth}.0.0/16`, ...place },
    { network: `2a10:${nth + 1}::/32`, ...place },
  ]
})

export function makePeople(seeded: Seeded, count: number): MadePerson[] {
  return Array.from({ length: count }, () => makePerson(seeded))
}

function makePerson(seeded: Seeded): MadePerson {
  const [device, browser, os, userAgent] = seeded.pickSkewed(knownAgents)
  const town = seeded.happens(0.97) ? seeded.below(towns.length) : undefined
  const [country, subdivision, city] = (town === undefined ? undefined : towns[town]) ?? ['', '', '']
  const said = { agent: { device, browser, os, userAgent }, ...(seeded.happens(0.3) ? ipv6(seeded, town) : ipv4(seeded, town)) }
  // A proxy that says what the table says, or says that it doesn't know, or another country, whose towns the table can't tell.
  const proxyCountry = seeded.happens(0.8) ? '' : seeded.pick([country, country.toLowerCase(), 'XX', 'T1', 'NZ'])
  if (proxyCountry === 'NZ') return { ...said, proxyCountry, country: 'NZ', subdivision: '', city: '' }
  return { ...said, proxyCountry, country, subdivision, city }
}

/** Few third bytes: subscribers meet at one address, and are told apart by what they browse with. */
function ipv4(seeded: Seeded, town: number | undefined): Pick<MadePerson, 'addresses' | 'network'> {
  const address = `${town === undefined ? '198.18' : `20.${town}`}.${seeded.below(8)}.${seeded.below(256)}`
  return { addresses: [address], network: address }
}

/** A subscriber's machines and the ways to write them: one network of 64 bits. */
function ipv6(seeded: Seeded, town: number | undefined): Pick<MadePerson, 'addresses' | 'network'> {
  const network = `${town === undefined ? '2001:db8' : `2a10:${town + 1}`}:${seeded.below(4)}:${(seeded.below(512) + 1).toString(16)}`
  return { addresses: [`${network}::1`, `${network}:0:0:0:1`, `${network.toUpperCase()}:ABCD:0:12:34`, `${network}::ffff`], network }
}
