import { errorReply, inProject, internalError, noReply } from '../../test/api-answers.ts'
import { someLabels } from '../sample-answers.ts'
import type { Scenes } from '../scene.ts'
import { confirm, press } from '../steps.ts'

const list = `GET ${inProject}/labels`
const first = `${inProject}/labels/${someLabels[0]?.label_id}`

export const labelsScenes: Scenes = {
  screen: 'settings-labels',
  address: '/settings/labels',
  title: 'Labels · Settings · Linkshelf',
  answers: { [list]: () => someLabels },
  states: [
    { name: 'loading', answers: { [list]: noReply }, shows: ['status', 'Loading'] },
    { name: 'error', answers: { [list]: internalError }, shows: ['heading', 'Error loading labels. Please try again.'] },
    { name: 'no labels yet', answers: { [list]: () => [] }, shows: ['heading', 'No labels yet'] },
    { name: 'ready', shows: ['list', 'Labels'], says: ['audio', 'Active', 'Inactive', 'Create label'] },
    { name: 'creating', steps: press('Create label'), shows: ['dialog', 'Create label'] },
    {
      name: 'choosing a color',
      steps: async (page) => {
        await press('Edit kitchen')(page)
        await page.getByRole('radio', { name: 'Teal' }).press('ArrowLeft')
      },
      shows: ['radio', 'Pink'],
    },
    {
      name: 'creating without a name',
      steps: press('Create label', 'Create'),
      shows: ['dialog', 'Create label'],
      says: ['Label name is required'],
    },
    { name: 'editing', steps: press('Edit audio'), shows: ['dialog', 'Edit label'] },
    {
      name: 'name already taken',
      answers: {
        [`PATCH ${first}`]: () =>
          errorReply(409, 'LABEL_NAME_TAKEN', 'A label with this name already exists. Please choose a different name.'),
      },
      steps: async (page) => {
        await press('Edit audio')(page)
        await page.getByRole('textbox', { name: 'Name' }).fill('kitchen')
        await confirm(page, 'Save')
      },
      shows: ['dialog', 'Edit label'],
      says: ['A label with this name already exists. Please choose a different name.'],
    },
    {
      name: 'creating failed',
      answers: { [`POST ${inProject}/labels`]: internalError },
      steps: async (page) => {
        await press('Create label')(page)
        await page.getByRole('textbox', { name: 'Name' }).fill('winter')
        await confirm(page, 'Create')
      },
      shows: ['alert'],
      says: [/Failed to create label/],
    },
    {
      name: 'changing failed',
      answers: { [`PATCH ${first}`]: internalError },
      steps: async (page) => {
        await press('Edit audio')(page)
        await page.getByRole('switch', { name: 'Active' }).press('Space')
        await confirm(page, 'Save')
      },
      shows: ['alert'],
      says: [/Failed to update label/],
    },
    { name: 'delete confirmation', steps: press('Delete audio'), shows: ['dialog', 'Delete label'] },
    {
      name: 'deleting failed',
      answers: { [`DELETE ${first}`]: internalError },
      steps: press('Delete audio', 'Delete'),
      shows: ['alert'],
      says: [/Failed to delete label/],
    },
  ],
}
