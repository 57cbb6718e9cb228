import { setTimeout as sleep } from 'node:timers/promises'
import type { ClusterHarness } from './cluster-harness.ts'

export interface ClusterDeletions {
  /**
   * Deletes the clicks of one of the links, which take turns. The fourth call deletes the clicks of a whole project
   * instead.
   */
  deleteSome(): Promise<void>
  /** The indexes of the links whose clicks were deleted. */
  links(): ReadonlySet<number>
  isDeleted(mark: number): boolean
}

/** The clicks of this share of the links are never deleted. */
const untouchedShare = 1 / 4

export function createClusterDeletions(
  { load, links }: ClusterHarness,
  { log, increase }: { log(line: string): void; increase(name: string): void },
): ClusterDeletions {
  /** The key is the index of a link, the value is a mark. The clicks of the link with a lower mark are deleted. */
  const deletedBefore = new Map<number, number>()
  let count = 0

  return {
    async deleteSome() {
      const first = links[(count * 5) % (links.length * (1 - untouchedShare))]
      if (first === undefined) return
      const { api, params, linkId } = first
      const isOfProject = count === 3
      count += 1
      const isChosen = (link: typeof first) => (isOfProject ? link.params.projectId === params.projectId : link === first)
      const indexes = links.flatMap((link, index) => (isChosen(link) ? [index] : []))
      for (const index of indexes) await load.skip(index)
      // Waits for the responses to requests that are already sent.
      await sleep(1_000)
      const { next } = await load.progress()
      if (isOfProject) await api.analytics.deleteProjectClicks({ params })
      else await api.analytics.deleteLinkClicks({ params: { ...params, urlId: linkId } })
      for (const index of indexes) deletedBefore.set(index, next)
      // A click in the same millisecond as a deletion could be before or after it, so no click is sent during this
      // pause.
      await sleep(20)
      for (const index of indexes) await load.resume(index)
      increase(isOfProject ? 'deletions of projects' : 'deletions of links')
      log(`Deleted the clicks of ${isOfProject ? `project ${params.projectId}` : `link ${linkId}`}, marks before ${next}`)
    },
    links: () => new Set(deletedBefore.keys()),
    isDeleted: (mark) => mark < (deletedBefore.get(mark % links.length) ?? 0),
  }
}
