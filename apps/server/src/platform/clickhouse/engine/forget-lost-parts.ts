import { appendFile, glob, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

// A table notes an insert's token before it gives the written part its final name. A process killed between the two leaves a token
// whose rows are nowhere, and the retry that would bring them is taken for a repetition: measured once in some sixty kills under load.
// The log has a record for "this part was dropped", so the cure is to add it. Records are lines: operation, part, token.

const added = '1'
const dropped = '2'

/**
 * Makes the tables of a data folder forget each token whose part does not exist. Only the owner of the folder may call it, while nothing
 * is being written; tables read their logs when they are loaded, so the folder has to be opened again when anything was forgotten.
 * Gives back how many tokens were.
 */
export async function forgetLostParts(dataFolder: string): Promise<number> {
  let count = 0
  for await (const logs of glob(join(dataFolder, 'store', '*', '*', 'deduplication_logs'))) count += await forgetInTable(logs)
  return count
}

async function forgetInTable(logs: string): Promise<number> {
  const files = (await readdir(logs)).filter((name) => /^deduplication_log_\d+\.txt$/.test(name)).sort(byNumber)
  const newest = files.at(-1)
  if (newest === undefined) return 0
  const text = (await Promise.all(files.map((name) => readFile(join(logs, name), 'utf8')))).join('')
  const parts = (await readdir(dirname(logs))).map(readPart).filter((part) => part !== undefined)
  const lost = [...noted(text)].filter(([, name]) => {
    const part = readPart(name)
    return part !== undefined && !parts.some((present) => covers(present, part))
  })
  if (lost.length > 0)
    await appendFile(join(logs, newest), lost.map(([token, name]) => `${dropped}\t${name}\t${token}\n`).join(''), { flush: true })
  return lost.length
}

/** Token → part, of what is still noted. */
function noted(text: string): Map<string, string> {
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

/** `202611_4_9_2`: partition, first and last block, level. Merged parts cover the blocks they were made of. */
function readPart(name: string): Part | undefined {
  const [, partition, first, last] = /^([^_]+)_(\d+)_(\d+)_\d+(?:_\d+)?$/.exec(name) ?? []
  return partition === undefined ? undefined : { partition, first: Number(first), last: Number(last) }
}

function covers(present: Part, part: Part): boolean {
  return present.partition === part.partition && present.first <= part.first && present.last >= part.last
}

function byNumber(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}
