import type { LinkId, ProjectId } from '@linkshelf/contract'
import type { ProjectContext } from '../access/index.ts'

/** Knows which links were visited; the module that reads clicks implements it. */
export interface LinkVisits {
  /** True when any visit is stored, also one by a bot. Clicks that are still in a journal are not. */
  wasVisited(projectId: ProjectId, linkId: LinkId): Promise<boolean>
  /** The clicks of the days that lists show, by link; links without any are left out. `tz` is where days begin. */
  countClicks(ctx: ProjectContext, tz: string): Promise<ReadonlyMap<string, number>>
}
