import { randomUUID } from 'node:crypto'
import type { Label, LabelDraft, Link, LinkDraft, Organization, Project as ShownProject } from '@linkshelf/contract'
import type { Person, Project } from '../src/access/index.ts'
import { findProjectOf } from '../src/access/reach.ts'
import { createLabel } from '../src/labels/create-label.ts'
import { createLink } from '../src/links/create-link.ts'
import { type FoundLink, findResolvedLinks } from '../src/links/find-resolved-links.ts'
import { createOrganizationShown } from '../src/organizations/create-organization.ts'
import { setOrganization } from '../src/organizations/index.ts'
import type { TestDeps } from './open-test-deps.ts'

/** Somebody with an account and nothing else. */
export async function aPerson(deps: TestDeps, { email = `${randomUUID()}@people.test` } = {}): Promise<Person> {
  const userId = deps.ids.next()
  await deps.db
    .insertInto('users')
    .values({ id: userId, email, full_name: 'Mia Reed', password_hash: '-', created_at: deps.clock.now() })
    .execute()
  return { userId }
}

export interface Owned {
  person: Person
  organization: Organization
}

/** A person with an organization of their own; `settings` as the operator would give them, e.g. `package=Pro`. */
export async function anOrganization(deps: TestDeps, { settings = [] as string[] } = {}): Promise<Owned> {
  const person = await aPerson(deps)
  const organization = await createOrganizationShown(deps, person, "Mia's shelf")
  if (settings.length > 0) await setOrganization(deps.db, organization.id, settings)
  return { person, organization }
}

/** A project as calls know it, in an organization of its own unless one is given. */
export async function aProject(
  deps: TestDeps,
  options: { settings?: string[]; owned?: Owned } = {},
): Promise<Project & { person: Person }> {
  const { person, organization } = options.owned ?? (await anOrganization(deps, options))
  const project = await findProjectOf(deps.db, person, organization.id, firstOf(organization).id)
  if (project === undefined) throw new Error('A new organization has a project')
  return { ...project, person }
}

export function firstOf(organization: Organization): ShownProject {
  const [first] = organization.projects
  if (first === undefined) throw new Error('A new organization has a project')
  return first
}

export function aDraft(draft: Partial<LinkDraft> = {}): LinkDraft {
  return { target: 'https://shop.example/lamp', labels: [], ...draft }
}

/** What the visitors' side finds for this slug; undefined for one that was never taken. */
export async function destinationOf(deps: TestDeps, slug: string): Promise<FoundLink | undefined> {
  return (await findResolvedLinks(deps.edgeDb, [slug])).get(slug)
}

export function aLink(deps: TestDeps, project: Project, draft: Partial<LinkDraft> = {}): Promise<Link> {
  return createLink(deps, project, aDraft(draft))
}

export function aLabel(deps: TestDeps, project: Project, draft: Partial<LabelDraft> = {}): Promise<Label> {
  return createLabel(deps, project, { name: 'lamps', active: true, ...draft })
}

/** The code of the refusal a promise was rejected with; anything else is thrown on. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'status' in error) return String(error.code)
    throw error
  }
  throw new Error('Nothing was refused')
}

/** The codes of the errors among settled promises, sorted. */
export function refusalsIn(settled: PromiseSettledResult<unknown>[]): string[] {
  return settled.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason.code ?? outcome.reason)] : [])).sort()
}
