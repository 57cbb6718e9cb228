import { describe, expect, it } from 'vitest'
import { anOrganization, aProject } from '../../../test/open-dashboard.tsx'
import { chooseSelection, hasSeveralChoices, listChoices, toFirstSelection } from './choose-selection.ts'

const archived = createProject('archived one', 'archived')
const first = createProject('first', 'active')
const second = createProject('second', 'active')
const mine = createOrganization('mine', [archived, first, second])
const yours = createOrganization('yours', [createProject('old', 'archived')])

describe('the selection', () => {
  it.each([
    ['the first active project of the first organization if nothing is stored', {}, ['mine', 'first']],
    ['the stored project', { organizationId: 'mine', projectId: 'second' }, ['mine', 'second']],
    ['the stored project, even if it is archived', { organizationId: 'mine', projectId: 'archived one' }, ['mine', 'archived one']],
    ['the first project of an organization without an active one', { organizationId: 'yours' }, ['yours', 'old']],
    ['an active project if the stored project does not exist', { organizationId: 'mine', projectId: 'gone' }, ['mine', 'first']],
    [
      'the first organization if the stored organization does not exist',
      { organizationId: 'gone', projectId: 'second' },
      ['mine', 'second'],
    ],
  ])('is %s', (_title, stored, expected) => {
    const chosen = chooseSelection([mine, yours], stored)

    expect([chosen?.organization.id, chosen?.project.id]).toEqual(expected)
  })

  it.each([
    ['the organization that a link requests', 'yours', ['yours', 'old']],
    ['the stored project of the organization that a link requests', 'mine', ['mine', 'second']],
    ['the stored project if a link requests an organization that the user may not see', 'gone', ['mine', 'second']],
  ])('is %s, whatever is stored', (_title, requested, expected) => {
    const chosen = chooseSelection([mine, yours], { organizationId: 'mine', projectId: 'second' }, { organizationId: requested })

    expect([chosen?.organization.id, chosen?.project.id]).toEqual(expected)
  })

  it.each([
    ['the project that a link requests', { organizationId: 'mine', projectId: 'first' }, ['mine', 'first']],
    [
      'a project of the requested organization, even if the requested project is in another organization',
      { organizationId: 'yours', projectId: 'first' },
      ['yours', 'old'],
    ],
    ['the stored project if a link requests a deleted project', { organizationId: 'mine', projectId: 'gone' }, ['mine', 'second']],
  ])('is %s', (_title, requested, expected) => {
    const chosen = chooseSelection([mine, yours], { organizationId: 'mine', projectId: 'second' }, requested)

    expect([chosen?.organization.id, chosen?.project.id]).toEqual(expected)
  })

  it('is undefined without an organization or a project', () => {
    expect(chooseSelection([], {})).toBeUndefined()
    expect(chooseSelection([createOrganization('empty', [])], {})).toBeUndefined()
  })
})

describe('a change to another organization', () => {
  it.each([
    ['its first active project', mine, 'first'],
    ['its first project if no project is active', yours, 'old'],
    ['nothing if it has no project', createOrganization('empty', []), undefined],
  ])('selects %s', (_title, chosen, expected) => {
    expect(toFirstSelection(chosen)?.project.id).toBe(expected)
  })
})

describe('projects to switch to', () => {
  it('include every active project, and the current one', () => {
    const shown = chooseSelection([mine, yours], { organizationId: 'yours' })

    expect(listChoices([mine, yours], shown).map((choice) => choice.project.id)).toEqual(['first', 'second', 'old'])
  })

  it('are offered when there is more than one active project, or when the current project is archived and another is active', () => {
    const one = createOrganization('one', [first, archived])

    expect(hasSeveralChoices([mine], { organization: mine, project: first })).toBe(true)
    expect(hasSeveralChoices([one], { organization: one, project: first })).toBe(false)
    expect(hasSeveralChoices([one], { organization: one, project: archived })).toBe(true)
  })
})

function createProject(id: string, status: 'active' | 'archived') {
  return { ...aProject(), id, project_id: id, status }
}

function createOrganization(id: string, projects: ReturnType<typeof createProject>[]) {
  return { ...anOrganization(), id, organization_id: id, role: 'owner' as const, package: 'Free' as const, projects }
}
