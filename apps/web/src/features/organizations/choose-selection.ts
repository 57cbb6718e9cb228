import type { Organization, Project } from '@linkshelf/contract'

/** What the screens show: one project of one organization. */
export interface Selection {
  organization: Organization
  project: Project
}

/** What this browser remembers of an earlier choice. */
export interface StoredSelection {
  organizationId?: string
  projectId?: string
}

/** The remembered choice as far as it still exists; else the first organization, and its first active project, else its first. */
export function chooseSelection(organizations: readonly Organization[], remembered: StoredSelection): Selection | undefined {
  const organization = organizations.find(({ id }) => id === remembered.organizationId) ?? organizations[0]
  const project = organization?.projects.find(({ id }) => id === remembered.projectId) ?? firstProject(organization)
  return organization === undefined || project === undefined ? undefined : { organization, project }
}

/** What is shown after a change to this organization: its first active project, else its first; nothing when it has none. */
export function chooseOrganization(organization: Organization): Selection | undefined {
  const project = firstProject(organization)
  return project === undefined ? undefined : { organization, project }
}

/** What one may switch to: every active project, and the chosen one even when it is archived. */
export function choices(organizations: readonly Organization[], current: Selection | undefined): Selection[] {
  return organizations.flatMap((organization) =>
    organization.projects
      .filter(({ id, status }) => status === 'active' || id === current?.project.id)
      .map((project) => ({ organization, project })),
  )
}

/** The project's name, with the organization's where there is more than one: each may have a project of the same name. */
export function projectLabel(organizations: readonly Organization[], { organization, project }: Selection): string {
  return organizations.length > 1 ? `${project.name} · ${organization.name}` : project.name
}

/** The selector is worth its place only when there is something to choose. */
export function hasSeveralActiveProjects(organizations: readonly Organization[]): boolean {
  return organizations.flatMap(({ projects }) => projects).filter(({ status }) => status === 'active').length > 1
}

function firstProject(organization: Organization | undefined): Project | undefined {
  return organization?.projects.find(({ status }) => status === 'active') ?? organization?.projects[0]
}
