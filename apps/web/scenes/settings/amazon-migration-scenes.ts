import {
  type AmazonMigrationLink,
  type AmazonMigrationOutcome,
  type AmazonMigrationRun,
  amazonMigrationOutcomes,
  integrationDefaults,
} from '@linkshelf/contract'
import { type Answer, aLink, errorReply, inProject, internalError, noMigrationAnswers, noReply } from '../../test/api-answers.ts'
import type { Scenes } from '../scene.ts'
import { press } from '../steps.ts'

const migration = `${inProject}/migrations/amazon`
const id = '0197a000-0000-7000-8000-000000000801'

function aRun(changes: Partial<AmazonMigrationRun> = {}): AmazonMigrationRun {
  return {
    migration_id: id,
    status: 'completed',
    progress: 100,
    linksFound: 1_284,
    linksProcessed: 1_284,
    error: null,
    outcomes: {
      tagged: 212,
      retagged: 38,
      needs_resolution: 17,
      failed: 6,
      skipped_already_tagged: 90,
      skipped_without_affiliation: 4,
      skipped_not_amazon: 917,
    },
    started_at: '2025-11-05T13:58:00.000Z',
    finished_at: '2025-11-05T14:00:00.000Z',
    undo: null,
    ...changes,
  }
}

const noOutcomes = Object.fromEntries(amazonMigrationOutcomes.map((name) => [name, 0])) as AmazonMigrationRun['outcomes']

const earlier = aRun({
  migration_id: '0197a000-0000-7000-8000-000000000800',
  started_at: '2025-10-02T09:00:00.000Z',
  undo: { status: 'completed', restored: 247, left: 3 },
})

const lamp = 'https://www.amazon.com/dp/B07FZ8S74R'

function aMigratedLink(number: number, title: string, changes: Partial<AmazonMigrationLink> = {}): AmazonMigrationLink {
  const url_id = `0197a000-0000-7000-8000-00000000082${number}`
  return {
    url_id,
    link: aLink({ url_id, title, url: `https://sho.rt/lamp-${number}`, target: `${lamp}?tag=mia-20` }),
    outcome: 'tagged',
    reason: null,
    target_before: lamp,
    target_after: `${lamp}?tag=mia-20`,
    shops: [],
    undo: null,
    ...changes,
  }
}

const lampInBritain = 'https://www.amazon.co.uk/dp/B07FZ8S74R'
const unchanged = { target_before: null, target_after: null }
const britishLink = aLink({ title: 'A kettle that keeps its temperature', target: lampInBritain })
const linksByOutcome: Partial<Record<AmazonMigrationOutcome, AmazonMigrationLink[]>> = {
  tagged: [
    aMigratedLink(1, 'Echo Dot, tested for a year'),
    aMigratedLink(2, 'Wireless headphones', {
      target_before: `https://www.amazon.com/Wireless-Headphones/dp/B07FZ8S74R/ref=sr_1_3?crid=2M096C61O4MLT&keywords=headphones&qid=1700000000&sr=8-3`,
    }),
    aMigratedLink(6, 'Brass lamp of its maker', {
      ...unchanged,
      link: aLink({ title: 'Brass lamp of its maker', target: 'https://maker.example/brass-lamp' }),
      shops: [
        { place: 'DE', name: null, before: 'https://www.amazon.de/dp/B07FZ8S74R', after: 'https://www.amazon.de/dp/B07FZ8S74R?tag=mia-21' },
        { place: 'co.uk', name: null, before: lampInBritain, after: `${lampInBritain}?tag=mia0b-21` },
      ],
    }),
  ],
  failed: [aMigratedLink(3, '', { ...unchanged, outcome: 'failed', reason: 'market_without_tag', link: britishLink })],
}
const links: Answer = ({ query }) =>
  query.get('undo') === 'left'
    ? [
        aMigratedLink(4, 'Copper pan, 28 cm', {
          undo: 'left',
          link: aLink({ title: 'Copper pan, 28 cm', target: 'https://kitchen.example/pan' }),
        }),
        aMigratedLink(5, '', { undo: 'left', link: null }),
      ]
    : (linksByOutcome[query.get('outcome') as AmazonMigrationOutcome] ?? [])

const amazon = {
  ...integrationDefaults.amazon,
  trackingId: 'mia-20',
  associateId: 'mia-20',
  market_tags: { de: 'mia-21', 'co.uk': 'mia0b-21' },
  updated_at: '2025-11-01T10:00:00.000Z',
}

function createRunAnswers(changes: Partial<AmazonMigrationRun>, ...others: AmazonMigrationRun[]) {
  return { [`GET ${migration}`]: () => aRun(changes), [`GET ${migration}/runs`]: () => [aRun(changes), ...others] }
}

const running = { progress: 42, linksProcessed: 539, finished_at: null } as const

export const amazonMigrationScenes: Scenes = {
  screen: 'settings-amazon',
  address: '/settings/amazon',
  title: 'Retailers · Linkshelf',
  answers: {
    ...noMigrationAnswers,
    [`GET ${migration}/runs/${id}/links`]: links,
    [`GET ${migration}/runs/${earlier.migration_id}/links`]: links,
    [`GET ${inProject}/integrations/amazon`]: () => amazon,
  },
  states: [
    { name: 'loading', answers: { [`GET ${migration}`]: noReply }, shows: ['status', 'Loading'] },
    { name: 'error', answers: { [`GET ${migration}`]: internalError }, shows: ['heading', 'The migration could not be loaded'] },
    { name: 'no migration yet', shows: ['button', 'Start migration'], says: [/^Add your Amazon tag to all existing links/] },
    {
      name: 'no integration',
      answers: { [`GET ${inProject}/integrations/amazon`]: () => integrationDefaults.amazon },
      shows: ['button', 'Start migration'],
      says: ['The migration uses the tracking IDs above. Save them first.'],
    },
    {
      name: 'starting without a tracking ID',
      steps: press('Start migration'),
      shows: ['textbox', 'Amazon tracking ID'],
      says: ['Please enter your Amazon tracking ID'],
    },
    {
      name: 'starting with a tag that is not saved',
      steps: async (page) => {
        await page.getByRole('textbox', { name: 'Amazon tracking ID' }).fill('other-20')
        await press('Start migration')(page)
      },
      shows: ['textbox', 'Amazon tracking ID'],
      says: [/This tag is not saved in your Amazon integration/],
    },
    {
      name: 'starting without an integration',
      answers: {
        [`GET ${inProject}/integrations/amazon`]: () => integrationDefaults.amazon,
        [`POST ${migration}`]: () =>
          errorReply(409, 'AMAZON_INTEGRATION_REQUIRED', 'No Amazon integration is saved. Save one first: the migration uses its tags.'),
      },
      steps: async (page) => {
        await page.getByRole('textbox', { name: 'Amazon tracking ID' }).fill('mia-20')
        await press('Start migration')(page)
      },
      shows: ['textbox', 'Amazon tracking ID'],
      says: ['No Amazon integration is saved. Save one first: the migration uses its tags.'],
    },
    {
      name: 'could not be started',
      answers: { [`POST ${migration}`]: internalError },
      steps: async (page) => {
        await page.getByRole('textbox', { name: 'Amazon tracking ID' }).fill('mia-20')
        await press('Start migration')(page)
      },
      shows: ['alert'],
      says: [/The migration could not be started/],
    },
    {
      name: 'started',
      answers: {
        [`POST ${migration}`]: () => aRun({ status: 'pending', progress: 0, linksProcessed: 0, finished_at: null, outcomes: noOutcomes }),
      },
      steps: async (page) => {
        await page.getByRole('textbox', { name: 'Amazon tracking ID' }).fill('mia-20')
        await press('Start migration')(page)
      },
      shows: ['alert'],
      says: ['Migration Started'],
    },
    {
      name: 'pending',
      answers: createRunAnswers({ status: 'pending', progress: 0, linksProcessed: 0, finished_at: null, outcomes: noOutcomes }),
      shows: ['progressbar', 'Migration'],
      says: ['Pending', 'Stop'],
    },
    {
      name: 'in progress',
      answers: createRunAnswers({ ...running, status: 'in_progress' }),
      shows: ['progressbar', 'Migration'],
      says: ['In progress', /42% · 539 of 1,284 links processed\./],
    },
    {
      name: 'completed',
      answers: createRunAnswers({}, earlier),
      shows: ['table', 'Tagged'],
      says: [
        'Migration completed successfully! 1,284 links were processed.',
        'Completed',
        'Migrate again',
        'Echo Dot, tested for a year',
        'Shop for Germany',
        'www.amazon.de/dp/B07FZ8S74R?tag=mia-21',
        'Shop for amazon.co.uk',
        '212',
      ],
    },
    {
      name: 'links that failed',
      answers: createRunAnswers({}),
      steps: async (page) => void (await page.getByText('Not possible', { exact: true }).click()),
      shows: ['table', 'Not possible'],
      says: ['Your integration has no tag for this marketplace.'],
    },
    {
      name: 'links could not be loaded',
      answers: { ...createRunAnswers({}), [`GET ${migration}/runs/${id}/links`]: internalError },
      shows: ['heading', 'The links could not be loaded'],
    },
    {
      name: 'failed',
      answers: createRunAnswers({ ...running, status: 'failed' }),
      shows: ['button', 'Start migration'],
      says: ['Failed', 'Migration failed. Please try again.'],
    },
    {
      name: 'stopped',
      answers: createRunAnswers({ ...running, status: 'failed', error: 'The migration was stopped.' }),
      shows: ['button', 'Start migration'],
      says: ['The migration was stopped.'],
    },
    { name: 'unknown', answers: createRunAnswers({ status: 'paused' as never }), shows: ['region', 'Migration status'], says: ['Unknown'] },
    {
      name: 'undo confirmation',
      answers: createRunAnswers({}),
      steps: async (page) => void (await page.getByRole('button', { name: /^Undo the migration of/ }).click()),
      shows: ['dialog', 'Undo migration'],
      says: ['250 links'],
    },
    {
      name: 'undoing',
      answers: createRunAnswers({ undo: { status: 'in_progress', restored: 120, left: 0 } }),
      shows: ['progressbar', 'Undoing'],
      says: [/120 links restored/],
    },
    {
      name: 'undo failed',
      answers: createRunAnswers({ undo: { status: 'failed', restored: 120, left: 1 } }),
      shows: ['button', 'Undo again'],
      says: ['Undo failed', /120 links were restored before that/, /the undo stopped after 121 links/],
    },
    {
      name: 'undo failed, with a newer migration',
      answers: createRunAnswers({}, { ...earlier, undo: { status: 'failed', restored: 120, left: 1 } }),
      shows: ['button', /^Undo again: the migration of/],
      says: [/the undo stopped after 121 links/],
    },
    {
      name: 'undone, with links left',
      answers: { [`GET ${migration}/runs`]: () => [earlier] },
      steps: press('Show links left'),
      shows: ['table', 'Links left as they are'],
      says: [
        /undone: 247 links restored, 3 left as they are/,
        'Not changed, because it was edited after the migration',
        'Deleted after the migration',
      ],
    },
  ],
}
