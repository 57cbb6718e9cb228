export const organizationMessages = {
  loadFailed: 'Failed to fetch organization data',
  projectChanged: 'Project Changed',
  noneSelected: 'No Organization or Project Selected',
  noneCurrent: 'No current organization selected',
  noneKnown: 'No organization or project',
} as const

export const projectMessages = {
  fieldsRequired: 'Project name and description cannot be empty',
  createFailed: 'Failed to create project',
  updateFailed: 'Failed to update project',
  deleteFailed: 'Failed to delete project',
  cannotDelete: 'Cannot Delete Project',
  cannotArchive: 'Cannot Archive Project',
} as const

export const projectNameMaxLength = 120
export const projectDescriptionMaxLength = 1_000

/**
 * True when the project is active and no other of its organization's projects is. Such a one can't
 * be archived or deleted.
 */
export function isLastActive(projects: readonly { id: string; status: 'active' | 'archived' }[], projectId: string): boolean {
  const active = projects.filter((project) => project.status === 'active')
  return active.length === 1 && active[0]?.id === projectId
}
