import type { Organization } from '@linkshelf/contract'
import type { Person } from '../access/index.ts'
import type { Deps } from '../platform/deps.ts'
import { withUserScope } from '../platform/postgres/postgres.ts'
import { selectProjects, showProject } from '../projects/index.ts'
import { selectOrganizationsOf } from './organization-table.ts'

/** The organizations a person belongs to, oldest membership first, each with its projects, oldest first. */
export async function listOrganizations({ db }: Pick<Deps, 'db'>, person: Person): Promise<Organization[]> {
  const [organizations, projects] = await withUserScope(db, person.userId, async (tx) => {
    const rows = await selectOrganizationsOf(tx, person.userId)
    const ids = rows.map((row) => row.id)
    return [rows, await selectProjects(tx, ids)] as const
  })

  return organizations.map((row) => ({
    ...row,
    organization_id: row.id,
    projects: projects.filter((project) => project.organization_id === row.id).map(showProject),
  }))
}
