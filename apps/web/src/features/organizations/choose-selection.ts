import type { Organization, Project } from '@linkshelf/contract'

/** The current organization and project. */
export interface Selection {
  organization: Organization
  project: Project
}

/** The selection stored in this browser. */
export interface StoredSelection {
  organizationId?: string
  projectId?: string
}

/** The organization and project that a link in an email names. */
export interface RequestedSelection {
  organizationId: string | null
  projectId?: string | null
}

/**
 * Chooses the current organization and project. The organization is the requested organization if the user may see it,
 * or else the stored organization if it still exists, or else the first organization. The project is the requested
 * project, or else the stored project, or else the first active project, or else the first project.
 */
export function chooseSelection(
  organizations: readonly Organization[],
  stored: StoredSelection,
  requested: RequestedSelection = { organizationId: null },
): Selection | undefined {
  const named = organizations.find(({ id, projects }) => id === requested.organizationId && projects.length > 0)
  const organization = named ?? organizations.find(({ id }) => id === stored.organizationId) ?? organizations[0]
  const project =
    named?.projects.find(({ id }) => id === requested.projectId) ??
    organization?.projects.find(({ id }) => id === stored.projectId) ??
    findFirstProject(organization)
  return organization === undefined || project === undefined ? undefined : { organization, project }
}

/**
 * Returns the selection after the user switches to this organization: its first active project, or its first project if
 * none is active. Undefined if it has no projects.
 */
export function toFirstSelection(organization: Organization): Selection | undefined {
  const project = findFirstProject(organization)
  return project === undefined ? undefined : { organization, project }
}

/** Returns the projects to choose from: every active project, and also the current project if it is archived. */
export function listChoices(organizations: readonly Organization[], current: Selection | undefined): Selection[] {
  return organizations.flatMap((organization) =>
    organization.projects
      .filter(({ id, status }) => status === 'active' || id === current?.project.id)
      .map((project) => ({ organization, project })),
  )
}

/**
 * Returns the project's name. If the user has several organizations, adds the organization's name, because two
 * organizations can have projects of the same name.
 */
export function formatProjectLabel(organizations: readonly Organization[], { organization, project }: Selection): string {
  return organizations.length > 1 ? `${project.name} · ${organization.name}` : project.name
}

/**
 * Returns whether there are several projects to choose from. The project selector is shown only then. If the current
 * project is archived, one active project is enough, because the user must be able to leave the archived project.
 */
export function hasSeveralChoices(organizations: readonly Organization[], current: Selection | undefined): boolean {
  return listChoices(organizations, current).length > 1
}

function findFirstProject(organization: Organization | undefined): Project | undefined {
  return organization?.projects.find(({ status }) => status === 'active') ?? organization?.projects[0]
}
