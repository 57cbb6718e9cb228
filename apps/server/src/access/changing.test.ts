import { linksEdit } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { aDraft, aLabel, aLink, aProject, refusalOf } from '../../test/builders.ts'
import { openTestPlatform, type TestPlatform } from '../../test/open-test-platform.ts'
import { someoneWaits } from '../../test/someone-waits.ts'
import { submitIdea } from '../ideas/submit-idea.ts'
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
import { inTenant } from '../platform/postgres.ts'
import { archiveProject, unarchiveProject } from '../projects/archive-project.ts'
import { createProject } from '../projects/create-project.ts'
import { deleteProject } from '../projects/delete-project.ts'
import { editProject } from '../projects/edit-project.ts'
import { editLinkQrCode } from '../qr/edit-qr-code.ts'
import { findOrganizationOf, type Organization, type Person, type Project } from './reach.ts'

interface Held {
  platform: TestPlatform
  person: Person
  organization: Organization
  project: Project
  labelId: string
  linkIds: [string, string]
}

type Verb = [name: string, begin: (held: Held) => Promise<unknown>]

const ofProject: Verb[] = [
  ['makes a link', ({ platform, project }) => createLink(platform, project, aDraft({ labels: ['lamps', 'new'] }))],
  ['edits a link', ({ platform, project, linkIds }) => editLink(platform, project, linkIds[0], { labels: ['lamps', 'newer'] })],
  [
    'edits links',
    ({ platform, project, linkIds }) =>
      editLinks(platform, project, linksEdit.parse({ url_ids: linkIds.toReversed(), add_labels: ['lamps'], archived: true })),
  ],
  ['archives a link', ({ platform, project, linkIds }) => archiveLink(platform, project, linkIds[0])],
  ['unarchives a link', ({ platform, project, linkIds }) => unarchiveLink(platform, project, linkIds[0])],
  ['deletes a link', ({ platform, project, linkIds }) => deleteLink(platform, project, linkIds[0])],
  ['deletes links', ({ platform, project, linkIds }) => deleteLinks(platform, project, linkIds)],
  ['makes a label', ({ platform, project }) => createLabel(platform, project, { name: 'chairs', active: true })],
  ['renames a label', ({ platform, project, labelId }) => editLabel(platform, linkLabelListener, project, labelId, { name: 'lights' })],
  ['turns a label off', ({ platform, project, labelId }) => editLabel(platform, linkLabelListener, project, labelId, { active: false })],
  ['deletes a label', ({ platform, project, labelId }) => deleteLabel(platform, linkLabelListener, project, labelId)],
  ['changes a QR code', ({ platform, project, linkIds }) => editLinkQrCode(platform, project, linkIds[0], { color: '#123456' })],
  ['tells an idea', ({ platform, project, person }) => submitIdea(platform, project, person, { subject: 'Sorting', idea: 'By clicks' })],
  ['edits the project', ({ platform, project }) => editProject(platform, project, { name: 'Lamps' })],
  ['archives the project', ({ platform, project }) => archiveProject(platform, project)],
  ['unarchives the project', ({ platform, project }) => unarchiveProject(platform, project)],
  ['deletes the project', ({ platform, project }) => deleteProject(platform, project)],
]

const ofOrganization: Verb[] = [
  ['makes a project', ({ platform, organization }) => createProject(platform, organization.id, { name: 'Lamps', description: 'All' })],
  ['leaves', ({ platform, organization, person }) => removeMember(platform, organization, person, person.userId)],
  ['renames the organization', ({ platform, organization, person }) => renameOrganization(platform, person, organization, 'Lamps')],
  ['deletes the organization', ({ platform, organization, person }) => deleteOrganization(platform, person, organization)],
]

/** Two links under a label, in a project that isn't the only one of an organization that isn't its owner's only one. */
async function aHeldProject(platform: TestPlatform): Promise<Held> {
  const { person, ...project } = await aProject(platform, { settings: ['package=Pro'] })
  await createOrganization(platform, person, 'Another')
  await createProject(platform, project.organizationId, { name: 'Another', description: 'Stays' })
  const organization = await findOrganizationOf(platform.db, person, project.organizationId)
  if (organization === undefined) throw new Error('It is theirs')
  const label = await aLabel(platform, project)
  const links = [await aLink(platform, project, { labels: ['lamps'] }), await aLink(platform, project, { labels: ['lamps'] })] as const
  return { platform, person, organization, project, labelId: label.label_id, linkIds: [links[0].url_id, links[1].url_id] }
}

/** Deletes the row of this table, and all below it, once `begin` came to where it has to wait. */
async function whileDeleted(held: Held, table: 'projects' | 'organizations', begin: Verb[1]): Promise<string> {
  const { platform, project } = held
  const id = table === 'projects' ? project.id : project.organizationId
  const { refusal } = await inTenant(platform.db, project.organizationId, async (tx) => {
    await tx.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute()
    const begun = refusalOf(begin(held))
    begun.catch(() => undefined) // it is awaited below, when the deletion is over
    await someoneWaits(platform)
    await tx.deleteFrom(table).where('id', '=', id).execute()
    return { refusal: begun }
  })
  return refusal
}

it.each(ofProject)('whoever %s while the project is deleted is told that it is gone', async (_name, begin) => {
  await using platform = await openTestPlatform()

  expect(await whileDeleted(await aHeldProject(platform), 'projects', begin)).toBe('NOT_FOUND')
})

it.each([...ofProject, ...ofOrganization])('whoever %s while the organization is deleted is told that it is gone', async (_name, begin) => {
  await using platform = await openTestPlatform()

  expect(await whileDeleted(await aHeldProject(platform), 'organizations', begin)).toBe('NOT_FOUND')
})

/** Begins everything of the list at once, several times over, in another order each time. Gives back why something wasn't done, once each. */
async function refusalsOfAll(held: Held, verbs: Verb[]): Promise<string[]> {
  const begun = verbs.flatMap((_verb, nth) => [...verbs.slice(nth), ...verbs.slice(0, nth)]).slice(0, 60)
  const settled = await Promise.allSettled(begun.map(([, begin]) => begin(held)))
  const reasons = settled.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  return [...new Set(reasons.map((reason) => String(reason.code ?? reason)))]
}

const usual = ['NOT_FOUND', 'LINK_NOT_FOUND', 'LABEL_NOT_FOUND', 'LABEL_NAME_TAKEN', 'PROJECT_LAST_ACTIVE_ARCHIVE', 'MEMBER_LAST_OWNER']

function unusual(refusals: string[]): string[] {
  return refusals.filter((code) => !usual.includes(code))
}

it.each([
  ['the project', ofProject],
  ['the organization', [...ofProject, ...ofOrganization]],
])('only ever refuses, whatever is done at once until %s is deleted, and leaves nothing behind', async (_what, verbs) => {
  await using platform = await openTestPlatform()
  const held = await aHeldProject(platform)

  expect(unusual(await refusalsOfAll(held, verbs))).toEqual([])

  const left = await inTenant(platform.db, held.project.organizationId, (tx) =>
    Promise.all(
      (['links', 'labels', 'link_counts', 'qr_codes', 'ideas'] as const).map((table) =>
        tx.selectFrom(table).select('project_id').where('project_id', '=', held.project.id).execute(),
      ),
    ),
  )
  expect(left.flat()).toEqual([])
})

it('archives every link of a project that is archived while its links are worked on', async () => {
  await using platform = await openTestPlatform()
  const held = await aHeldProject(platform)
  const works = ofProject.filter(([name]) => !/project|unarchives|makes a link/.test(name))

  const [refusals] = await Promise.all([refusalsOfAll(held, works), archiveProject(platform, held.project)])

  expect(unusual(refusals)).toEqual([])
  expect((await listLinks(platform, held.project, { archived: false, limit: 100 })).links).toEqual([])
})
