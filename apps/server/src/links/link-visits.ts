import type { LinkId, ProjectId } from '@linkshelf/contract'

/** Knows which links were visited; the module that reads clicks implements it. */
export interface LinkVisits {
  /** True when any visit is stored, also one by a bot. Clicks that are still in a journal are not. */
  wasVisited(projectId: ProjectId, linkId: LinkId): Promise<boolean>
}
