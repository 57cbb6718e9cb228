import type { DataExport, DataImport } from '@linkshelf/contract'
import type { Page } from 'playwright-core'
import { anOrganization, errorReply, internalError, noReply, orgId } from '../../test/api-answers.ts'
import type { Scenes } from '../scene.ts'
import { press } from '../steps.ts'

const exports = `/v1/${orgId}/exports`
const imports = `/v1/${orgId}/imports`

function anExport(changes: Partial<DataExport> = {}): DataExport {
  return {
    export_id: '0197a000-0000-7000-8000-000000000700',
    state: 'done',
    progress: 100,
    file_name: 'linkshelf-2025-11-04T09-30.tar.gz',
    bytes: 48_210_000,
    created_at: '2025-11-04T09:30:00.000Z',
    finished_at: '2025-11-04T09:31:00.000Z',
    expires_at: '2025-11-11T09:31:00.000Z',
    ...changes,
  }
}

const running = anExport({
  export_id: '0197a000-0000-7000-8000-000000000701',
  state: 'running',
  progress: 42,
  file_name: 'linkshelf-2025-11-05T14-00.tar.gz',
  bytes: 20_100_000,
  created_at: '2025-11-05T14:00:00.000Z',
  finished_at: null,
  expires_at: null,
})

const summary = {
  organization: 'Everyday Media',
  links_url: 'https://go.other.example',
  projects: [
    { name: 'Everyday Reviews', links: 1_240, products: 86 },
    { name: 'Gear Lab', links: 12, products: 0 },
  ],
  pictures: 74,
  clicks: 182_400,
  page_views: 96_120,
}

function anImport(changes: Partial<DataImport> = {}): DataImport {
  return {
    import_id: '0197a000-0000-7000-8000-000000000710',
    file_name: 'linkshelf-2025-11-04T09-30.tar.gz',
    bytes: 48_210_000,
    received_bytes: 48_210_000,
    state: 'ready',
    failure: null,
    progress: 0,
    summary,
    notes: [],
    note_count: 0,
    created_at: '2025-11-05T14:00:00.000Z',
    finished_at: null,
    ...changes,
  }
}

const createImportAnswers = (changes: Partial<DataImport>) => ({ [`GET ${imports}`]: () => [anImport(changes)] })

async function chooseArchive(page: Page): Promise<void> {
  await page
    .getByLabel('Archive', { exact: true })
    .setInputFiles({ name: 'shelf.tar.gz', mimeType: 'application/gzip', buffer: Buffer.from('archive') })
}

const twoOrganizations = {
  'GET /v1/organizations': () => [
    anOrganization(),
    anOrganization({ id: '0197a000-0000-7000-8000-000000000012', name: 'Second Shop', projects: [] }),
  ],
}

export const dataScenes: Scenes = {
  screen: 'settings-data',
  address: '/settings/data',
  title: 'Data · Settings · Linkshelf',
  answers: { [`GET ${exports}`]: () => [], [`GET ${imports}`]: () => [] },
  states: [
    { name: 'loading', answers: { [`GET ${exports}`]: noReply, [`GET ${imports}`]: noReply }, shows: ['status', 'Loading'] },
    {
      name: 'error',
      answers: { [`GET ${exports}`]: internalError, [`GET ${imports}`]: internalError },
      shows: ['heading', 'Your exports could not be loaded'],
      says: ['Your imports could not be loaded'],
    },
    { name: 'no exports yet', shows: ['button', 'Start export'], says: ['Choose archive', /deleted after 7 days/] },
    {
      name: 'a member',
      answers: { 'GET /v1/organizations': () => [anOrganization({ role: 'member' })] },
      shows: ['heading', 'Only for owners'],
    },
    { name: 'the only organization', shows: ['link', 'Go to Members'], says: [/This is your only organization/] },
    {
      name: 'delete confirmation',
      answers: twoOrganizations,
      steps: press('Delete organization'),
      shows: ['dialog', 'Delete organization'],
      says: [/in 14 days/],
    },
    {
      name: 'deleting without the name',
      answers: twoOrganizations,
      steps: press('Delete organization', 'Delete'),
      shows: ['dialog', 'Delete organization'],
      says: ['Type the name exactly as shown here'],
    },
    {
      name: 'going to be deleted',
      answers: { 'GET /v1/organizations': () => [anOrganization({ deletes_at: '2025-11-19T14:00:00.000Z' })] },
      shows: ['region', 'Deletion of the organization'],
      says: [/The organization will be deleted on Nov 19, 2025/, 'Keep organization'],
    },
    {
      name: 'going to be deleted, for a member',
      answers: { 'GET /v1/organizations': () => [anOrganization({ role: 'member', deletes_at: '2025-11-19T14:00:00.000Z' })] },
      shows: ['region', 'Deletion of the organization'],
      says: ['Only for owners'],
    },
    {
      name: 'deletion not canceled',
      answers: {
        'GET /v1/organizations': () => [anOrganization({ deletes_at: '2025-11-19T14:00:00.000Z' })],
        [`DELETE /v1/organizations/${orgId}/deletion`]: internalError,
      },
      steps: press('Keep organization'),
      shows: ['alert'],
      says: [/The deletion could not be canceled/],
    },
    {
      name: 'export running',
      answers: { [`GET ${exports}`]: () => [running, anExport()] },
      shows: ['list', 'Exports'],
      says: ['42% written. You can leave this page, it continues.', 'Stop', /48.2 MB · until Nov 11, 2025/],
    },
    {
      name: 'export could not be started',
      answers: { [`POST ${exports}`]: internalError },
      steps: press('Start export'),
      shows: ['alert'],
      says: [/The export could not be started/],
    },
    {
      name: 'export could not be downloaded',
      answers: { [`GET ${exports}`]: () => [anExport()], [`POST ${exports}/${anExport().export_id}/download`]: internalError },
      steps: async (page) => void (await page.getByRole('button', { name: /^Download the export/ }).click()),
      shows: ['alert'],
      says: [/The export could not be downloaded/],
    },
    {
      name: 'upload stopped',
      answers: createImportAnswers({ state: 'uploading', received_bytes: 16_000_000, summary: null }),
      shows: ['progressbar', 'Uploaded'],
      says: [/16 MB of 48.2 MB uploaded\. The upload has stopped\. Choose the same archive to continue it\./],
    },
    {
      name: 'another import unfinished',
      answers: {
        [`POST ${imports}`]: () =>
          errorReply(
            409,
            'DATA_IMPORT_UNFINISHED',
            'Another import of this organization is not finished. Wait for it, or delete it first.',
          ),
      },
      steps: chooseArchive,
      shows: ['alert'],
      says: [/Another import of this organization is not finished/],
    },
    { name: 'checking', answers: createImportAnswers({ state: 'checking', summary: null }), shows: ['progressbar', 'Checking'] },
    {
      name: 'checked',
      answers: createImportAnswers({}),
      shows: ['button', 'Import 2 projects'],
      says: ['Everyday Reviews: 1,240 links, 86 products', '74 pictures, 182,400 clicks, 96,120 page views', 'Delete upload'],
    },
    {
      name: 'cannot be imported',
      answers: createImportAnswers({
        state: 'failed',
        summary: null,
        failure: 'This is not an archive of Linkshelf, or it is damaged. Choose the .tar.gz file of an export.',
      }),
      shows: ['alert'],
      says: [/cannot be imported\. This is not an archive of Linkshelf/],
    },
    {
      name: 'importing',
      answers: createImportAnswers({ state: 'importing', progress: 63 }),
      shows: ['progressbar', 'Imported'],
      says: [/is being imported: 63%/, 'Stop and undo'],
    },
    {
      name: 'imported',
      answers: createImportAnswers({
        state: 'done',
        progress: 100,
        finished_at: '2025-11-05T14:01:00.000Z',
        note_count: 2,
        notes: [
          'The short name spring is taken here. Its link is now x7Kp2mQ.',
          'The store name Mia’s Finds is taken here. The store is now Mia’s Finds 2.',
        ],
      }),
      shows: ['list', 'Notes'],
      says: [/is imported\./, 'The short name spring is taken here. Its link is now x7Kp2mQ.'],
    },
  ],
}
