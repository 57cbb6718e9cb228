import { appendFile, glob, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

// A table logs the deduplication token of an insert before it gives the written part its final name. If the process is
// killed in between, the log has a token without rows, and the retry of the insert is dropped as a duplicate. In a
// measurement, this happened once in some sixty kills under load. The log has a record type for "this part was
// dropped", so adding such a record repairs the log. A record is a line: operation, part, token.

const added = '1'
const dropped = '2'

/**
 * Removes from the logs of all tables every token whose part does not exist. Returns how many tokens were removed. Only
 * the owner of the data directory may call this function, and nothing may be written during the call. If a token was
 * removed, the directory has to be opened again, because tables read their logs when they are loaded.
 */
export async function repairDeduplicationLogs(dataDirectory: string): Promise<number> {
  let count = 0
  for await (const logs of glob(join(dataDirectory, 'store', '*', '*', 'deduplication_logs'))) count += await repairTable(logs)
  return count
}

async function repairTable(logs: string): Promise<number> {
  const files = (await readdir(logs)).filter((name) => /^deduplication_log_\d+\.txt$/.test(name)).sort(compareNumbers)
  const newest = files.at(-1)
  if (newest === undefined) return 0
  const text = (await Promise.all(files.map((name) => readFile(join(logs, name), 'utf8')))).join('')
  const parts = (await readdir(dirname(logs))).map(parsePart).filter((part) => part !== undefined)
  const lost = [...findPartsByToken(text)].filter(([, name]) => {
    const part = parsePart(name)
    return part !== undefined && !parts.some((present) => containsPart(present, part))
  })
  if (lost.length > 0)
    await appendFile(join(logs, newest), lost.map(([token, name]) => `${dropped}\t${name}\t${token}\n`).join(''), { flush: true })
  return lost.length
}

/** Maps each logged token to its part. Omits tokens that were dropped. */
function findPartsByToken(text: string): Map<string, string> {
  const tokens = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [operation, part, token] = line.split('\t')
    if (part === undefined || token === undefined) continue
    if (operation === added) tokens.set(token, part)
    else tokens.delete(token)
  }
  return tokens
}

interface Part {
  partition: string
  first: number
  last: number
}

/**
 * Parses a name such as `202611_4_9_2`: partition, first and last block, level. A merged part covers the blocks of its
 * sources.
 */
function parsePart(name: string): Part | undefined {
  const [, partition, first, last] = /^([^_]+)_(\d+)_(\d+)_\d+(?:_\d+)?$/.exec(name) ?? []
  return partition === undefined ? undefined : { partition, first: Number(first), last: Number(last) }
}

function containsPart(present: Part, part: Part): boolean {
  return present.partition === part.partition && present.first <= part.first && present.last >= part.last
}

function compareNumbers(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}
