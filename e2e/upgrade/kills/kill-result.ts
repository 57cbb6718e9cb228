/** What happened when one migration, or the work after the migrations, was killed and started again. */
export interface KillResult {
  /** Statements of the file, or messages to the server if the work is not a file. */
  statements: number
  kills: number
  /** A sentence for each kill after which the databases differed from an undisturbed run, or a start failed. */
  failures: string[]
}

/** Runs `work` for each item, for at most `limit` items at the same time. */
export async function runEach<Item>(items: Iterable<Item>, limit: number, work: (item: Item) => Promise<void>): Promise<void> {
  const iterator = items[Symbol.iterator]()
  const runNext = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: limit }, runNext))
}

/** Returns the first line that differs between two texts. Undefined if the texts are equal. */
export function findDifference(found: string, expected: string): string | undefined {
  if (found === expected) return undefined
  const [left, right] = [found.split('\n'), expected.split('\n')]
  const at = left.findIndex((line, nth) => line !== right[nth])
  const nth = at === -1 ? left.length : at
  return `${left[nth] ?? 'nothing'} instead of ${right[nth] ?? 'nothing'}`
}
