import { ignoreDeleted } from '../../access/index.ts'

interface Deletions<T> {
  now: Date
  /** Runs when the time of the deletion has come. */
  end: (due: T) => Promise<void>
  /** Runs before that time. */
  remind: (due: T) => Promise<void>
}

/**
 * Ends each of them that is due, and reminds of the others. One that was kept or is gone is skipped. One that fails
 * stops no other, and its error is thrown in the end.
 */
export async function runDueDeletions<T extends { deletes_at: Date }>(
  due: readonly T[],
  { now, end, remind }: Deletions<T>,
): Promise<void> {
  const failures: unknown[] = []
  for (const each of due) {
    await ignoreDeleted(each.deletes_at <= now ? end(each) : remind(each)).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} deletions failed`)
}
