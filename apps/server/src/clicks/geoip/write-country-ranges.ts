// A program that writes the country ranges of two geoip databases (IPv4 and IPv6) to its standard output. It is a
// separate process, so that no visitor waits for it and its memory is freed when it ends.
import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { finished } from 'node:stream/promises'
import { Reader } from 'maxmind'
import { readCountryRanges, toBytes } from './country-ranges.ts'

const [ipv4File = '', ipv6File = ''] = process.argv.slice(2)
setPriority(constants.priority.PRIORITY_LOW)
for (const [file, family] of [
  [ipv4File, 4],
  [ipv6File, 6],
] as const) {
  const bytes = await readFile(file)
  process.stdout.write(toBytes(readCountryRanges(bytes, new Reader(bytes), family)))
}
process.stdout.end()
await finished(process.stdout)
