import { linksBulkUpdate } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aDraft, aLabel, aLink, aProject, refusalOf } from '../../test/builders.ts'
import { openTestDeps, type TestDeps } from '../../test/open-test-deps.ts'
import { someoneWaits } from '../../test/someone-waits.ts'
import { submitFeedback } from '../feedback/submit-feedback.ts'
import { createLabel } from '../labels/create-label.ts'
import { deleteLabel } from '../labels/delete-label.ts'
import { editLabel } from '../labels/edit-label.ts'
import { archiveLink, unarchiveLink } from '../links/archive-link.ts'
import { createLink } from '../links/create-link.ts'
import { deleteLink, deleteLinks } from '../links/delete-link.ts'
import { editLink } from '../links/edit-link.ts'
import { editLinks } from '../links/edit-links.ts'
import { linkLabelListener } from '../links/index.ts'
import { listLinks } from '../links/list-links.ts'
import { createOrganization } from '../organizations/create-organization.ts'
import { deleteOrganization, renameOrganization } from '../organizations/edit-organization.ts'
import { removeMember } from '../organizations/organization-members.ts'
import { withOrganizationScope } from '../platform/postgres/postgres.ts'
import { archiveProject, unarchiveProject } from '../projects/archive-project.ts'
import { createProject } from '../projects/create-project.ts'
import { deleteProject } from '../projects/delete-project.ts'
import { editProject } from '../projects/edit-project.ts'
import { editLinkQrCode } from '../qr/edit-qr-code.ts'
import { findOrganizationOf, type Organization, type Person, type Project } from './reach.ts'

interface Held {
  deps: TestDeps
  person: Person
  organization: Organization
  project: Project
  labelId: string
  linkIds: [string, string]
}

type Verb = [name: string, begin: (held: Held) => Promise<unknown>]

const ofProject: Verb[] = [
  ['makes a link', ({ deps, project }) => createLink(deps, project, aDraft({ labels: ['lamps', 'new'] }))],
  ['edits a link', ({ deps, project, linkIds }) => editLink(deps, project, linkIds[0], { labels: ['lamps', 'newer'] })],
  [
    'edits links',
    ({ deps, project, linkIds }) =>
      editLinks(deps, project, linksBulkUpdate.parse({ url_ids: linkIds.toReversed(), add_labels: ['lamps'], archived: true })),
  ],
  ['archives a link', ({ deps, project, linkIds }) => archiveLink(deps, project, linkIds[0])],
  ['unarchives a link', ({ deps, project, linkIds }) => unarchiveLink(deps, project, linkIds[0])],
  ['deletes a link', ({ deps, project, linkIds }) => deleteLink(deps, project, linkIds[0])],
  ['deletes links', ({ deps, project, linkIds }) => deleteLinks(deps, project, linkIds)],
  ['makes a label', ({ deps, project }) => createLabel(deps, project, { name: 'chairs', active: true })],
  ['renames a label', ({ deps, project, labelId }) => editLabel(deps, linkLabelListener, project, labelId, { name: 'lights' })],
  ['turns a label off', ({ deps, project, labelId }) => editLabel(deps, linkLabelListener, project, labelId, { active: false })],
  ['deletes a label', ({ deps, project, labelId }) => deleteLabel(deps, linkLabelListener, project, labelId)],
  ['changes a QR code', ({ deps, project, linkIds }) => editLinkQrCode(deps, project, linkIds[0], { color: '#123456' })],
  ['tells an idea', ({ deps, project, person }) => submitFeedback(deps, project, person, { subject: 'Sorting', idea: 'By clicks' })],
  ['edits the project', ({ deps, project }) => editProject(deps, project, { name: 'Lamps' })],
  ['archives the project', ({ deps, project }) => archiveProject(deps, project)],
  ['unarchives the project', ({ deps, project }) => unarchiveProject(deps, project)],
  ['deletes the project', ({ deps, project }) => deleteProject(deps, project)],
]

const ofOrganization: Verb[] = [
  ['makes a project', ({ deps, organization }) => createProject(deps, organization.id, { name: 'Lamps', description: 'All' })],
  ['leaves', ({ deps, organization, person }) => removeMember(deps, organization, person, person.userId)],
  ['renames the organization', ({ deps, organization, person }) => renameOrganization(deps, person, organization, 'Lamps')],
  ['deletes the organization', ({ deps, organization, person }) => deleteOrganization(deps, person, organization)],
]

/** Two links under a label, in a project that isn't the only one of an organization that isn't its owner's only one. */
async function aHeldProject(deps: TestDeps): Promise<Held> {
  const { person, ...project } = await aProject(deps, { settings: ['package=Pro'] })
  await createOrganization(deps, person, 'Another')
  await createProject(deps, project.organizationId, { name: 'Another', description: 'Stays' })
  const organization = await findOrganizationOf(deps.db, person, project.organizationId)
  if (organization === undefined) throw new Error('It is theirs')
  const label = await aLabel(deps, project)
  const links = [await aLink(deps, project, { labels: ['lamps'] }), await aLink(deps, project, { labels: ['lamps'] })] as const
  return { deps, person, organization, project, labelId: label.label_id, linkIds: [links[0].url_id, links[1].url_id] }
}

/** Deletes the row of this table, and all below it, once `begin` came to where it has to wait. */
async function whileDeleted(held: Held, table: 'projects' | 'organizations', begin: Verb[1]): Promise<string> {
  const { deps, project } = held
  const id = table === 'projects' ? project.id : project.organizationId
  const { refusal } = await withOrganizationScope(deps.db, project.organizationId, async (tx) => {
    await tx.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute()
    const begun = refusalOf(begin(held))
    begun.catch(() => undefined) // it is awaited below, when the deletion is over
    await someoneWaits(deps)
    await tx.deleteFrom(table).where('id', '=', id).execute()
    return { refusal: begun }
  })
  return refusal
}

it.each(ofProject)('whoever %s while the project is deleted is told that it is gone', async (_name, begin) => {
  await using deps = await openTestDeps()

  expect(await whileDeleted(await aHeldProject(deps), 'projects', begin)).toBe('NOT_FOUND')
})

it.each([...ofProject, ...ofOrganization])('whoever %s while the organization is deleted is told that it is gone', async (_name, begin) => {
  await using deps = await openTestDeps()

  expect(await whileDeleted(await aHeldProject(deps), 'organizations', begin)).toBe('NOT_FOUND')
})

/** Begins everything of the list at once, several times over, in another order each time. Gives back why something wasn't done, once each. */
async function refusalsOfAll(held: Held, verbs: Verb[]): Promise<string[]> {
  const begun = verbs.flatMap((_verb, nth) => [...verbs.slice(nth), ...verbs.slice(0, nth)]).slice(0, 60)
  const settled = await Promise.allSettled(begun.map(([, begin]) => begin(held)))
  const reasons = settled.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  return [...new Set(reasons.map((reason) => String(reason.code ?? reason)))]
}

const usual = ['NOT_FOUND', 'LINK_NOT_FOUND', 'LABEL_NOT_FOUND', 'LABEL_NAME_TAKEN', 'PROJECT_LAST_ACTIVE_ARCHIVE', 'MEMBER_LAST_OWNER']

function unusual(errors: string[]): string[] {
  return errors.filter((code) => !usual.includes(code))
}

it.each([
  ['the project', ofProject],
  ['the organization', [...ofProject, ...ofOrganization]],
])('only ever refuses, whatever is done at once until %s is deleted, and leaves nothing behind', async (_what, verbs) => {
  await using deps = await openTestDeps()
  const held = await aHeldProject(deps)

  expect(unusual(await refusalsOfAll(held, verbs))).toEqual([])

  const left = await withOrganizationScope(deps.db, held.project.organizationId, (tx) =>
    Promise.all(
      (['links', 'labels', 'link_counts', 'qr_codes', 'ideas'] as const).map((table) =>
        tx.selectFrom(table).select('project_id').where('project_id', '=', held.project.id).execute(),
      ),
    ),
  )
  expect(left.flat()).toEqual([])
})

it('archives every link of a project that is archived while its links are worked on', async () => {
  await using deps = await openTestDeps()
  const held = await aHeldProject(deps)
  const works = ofProject.filter(([name]) => !/project|unarchives|makes a link/.test(name))

  const [errors] = await Promise.all([refusalsOfAll(held, works), archiveProject(deps, held.project)])

  expect(unusual(errors)).toEqual([])
  expect((await listLinks(deps, held.project, { archived: false, limit: 100 })).links).toEqual([])
})
