import { anOrganization, aProject, internalError, noReply, orgId } from '../../test/api-answers.ts'
import type { Scenes } from '../scene.ts'
import { confirm, press } from '../steps.ts'

const gearLab = aProject({
  project_id: toProjectId(3),
  id: toProjectId(3),
  name: 'Gear Lab',
  description: 'What we measure in the workshop',
})
const oldBlog = aProject({
  project_id: toProjectId(4),
  id: toProjectId(4),
  name: 'Old blog',
  description: 'Links from before 2024',
  status: 'archived',
})
const threeProjects = { 'GET /v1/organizations': () => [anOrganization({ projects: [aProject(), gearLab, oldBlog] })] }
function toProjectId(nth: number): string {
  return `0197a000-0000-7000-8000-00000000000${nth}`
}

export const projectsScenes: Scenes = {
  screen: 'settings-projects',
  address: '/settings/projects',
  title: 'Projects · Settings · Linkshelf',
  answers: threeProjects,
  states: [
    { name: 'loading', answers: { 'GET /v1/organizations': noReply }, shows: ['status', 'Loading'] },
    { name: 'error', answers: { 'GET /v1/organizations': internalError }, shows: ['heading', 'Failed to fetch organization data'] },
    {
      name: 'no projects yet',
      answers: { 'GET /v1/organizations': () => [anOrganization({ projects: [] })] },
      shows: ['heading', 'No projects yet'],
    },
    { name: 'ready', shows: ['table', 'Projects'], says: ['Gear Lab', 'Active', 'Archived'] },
    { name: 'adding', steps: press('New project'), shows: ['dialog', 'New project'] },
    {
      name: 'adding without a name and a description',
      steps: press('New project', 'Create project'),
      shows: ['dialog', 'New project'],
      says: ['Project name and description cannot be empty'],
    },
    {
      name: 'adding failed',
      answers: { [`POST /v1/${orgId}/projects`]: internalError },
      steps: async (page) => {
        await press('New project')(page)
        await page.getByRole('textbox', { name: 'Name' }).fill('Podcast')
        await page.getByRole('textbox', { name: 'Description' }).fill('Links of the show notes')
        await confirm(page, 'Create project')
      },
      shows: ['alert'],
      says: [/Failed to create project/],
    },
    { name: 'editing', steps: press('Edit Gear Lab'), shows: ['dialog', 'Edit project'] },
    { name: 'archive confirmation', steps: press('Archive Gear Lab'), shows: ['dialog', 'Archive project'] },
    { name: 'unarchive confirmation', steps: press('Unarchive Old blog'), shows: ['dialog', 'Unarchive project'] },
    { name: 'delete confirmation', steps: press('Delete Gear Lab'), shows: ['dialog', 'Delete project'] },
    {
      name: 'deleting failed',
      answers: { [`DELETE /v1/${orgId}/projects/${gearLab.id}`]: internalError },
      steps: async (page) => {
        await press('Delete Gear Lab')(page)
        await page.getByRole('textbox', { name: /^Type/ }).fill('Gear Lab')
        await confirm(page, 'Delete')
      },
      shows: ['alert'],
      says: [/Failed to delete project/],
    },
    {
      name: 'last active project cannot be deleted',
      answers: { 'GET /v1/organizations': () => [anOrganization()] },
      steps: press('Delete Everyday Reviews'),
      shows: ['dialog', 'Cannot Delete Project'],
      says: ['You cannot delete the last remaining active project. Create another project first.'],
    },
    {
      name: 'last active project cannot be archived',
      answers: { 'GET /v1/organizations': () => [anOrganization()] },
      steps: press('Archive Everyday Reviews'),
      shows: ['dialog', 'Cannot Archive Project'],
      says: ['You cannot archive the last remaining active project. Create another project first.'],
    },
    {
      name: 'archiving failed',
      answers: { [`POST /v1/${orgId}/projects/${gearLab.id}/archive`]: internalError },
      steps: press('Archive Gear Lab', 'Archive'),
      shows: ['alert'],
      says: [/Failed to update project/],
    },
  ],
}
