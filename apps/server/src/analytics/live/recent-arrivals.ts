import type { Clock } from '../../platform/clock.ts'

export interface RecentArrivals {
  /** Clicks of the project have arrived. */
  add(projectId: string): void
  /** Clicks of any project may have arrived. */
  addToAll(): void
  /** When clicks of the project last arrived; undefined when that was longer ago. */
  latest(projectId: string): Date | undefined
}

/** When clicks last arrived, by project, for as long as `recentMs`. */
export function createRecentArrivals(clock: Clock, recentMs: number): RecentArrivals {
  // The entries are in the order of arrival, oldest first.
  const byProject = new Map<string, Date>()
  let ofAll: Date | undefined

  function isRecent(arrivedAt: Date | undefined): arrivedAt is Date {
    return arrivedAt !== undefined && clock.now().getTime() - arrivedAt.getTime() <= recentMs
  }

  return {
    add(projectId) {
      byProject.delete(projectId)
      byProject.set(projectId, clock.now())
      for (const [id, arrivedAt] of byProject) {
        if (isRecent(arrivedAt)) break
        byProject.delete(id)
      }
    },
    addToAll() {
      ofAll = clock.now()
    },
    latest(projectId) {
      return [ofAll, byProject.get(projectId)]
        .filter(isRecent)
        .sort((one, other) => one.getTime() - other.getTime())
        .at(-1)
    },
  }
}
