import { anAuditEntry, internalError, noReply, orgId, Reply } from '../../test/api-answers.ts'
import type { Scenes } from '../scene.ts'

const list = `GET /v1/${orgId}/audit-logs`
const members = `GET /v1/${orgId}/members`
/** Returns an instant that is this many minutes before the time of every scene. */
const toMinutesAgo = (minutes: number) => new Date(Date.UTC(2025, 10, 30, 9, 41) - minutes * 60_000).toISOString()

const entries = [
  anAuditEntry(1, {
    date: toMinutesAgo(3),
    label: 'Store changed',
    eventType: 'store_updated',
    description: 'Changed main color, logo and footer text of store “Everyday Finds”',
    entity: 'store',
    before: { name: 'Everyday Finds', main_color: '#089B71', logo: null, footer_text: '© Everyday Finds', snippet: null },
    after: {
      name: 'Everyday Finds',
      main_color: '#7C3AED',
      logo: 'https://cdn.example/logo.png',
      footer_text:
        'As an Amazon Associate we earn from qualifying purchases. Prices were correct when this page was made, and may have changed since then.',
      snippet: '<p>Hello</p>',
    },
  }),
  anAuditEntry(2, {
    date: toMinutesAgo(55),
    label: 'Link created',
    eventType: 'link_created',
    description: 'Created link “Wireless headphones”',
    entity: 'link',
    exists: true,
    after: {
      slug: 'headphones',
      target: 'https://shop.example/headphones',
      title: 'Wireless headphones',
      labels: ['audio'],
      archived: false,
    },
    metadata: { action: 'link.create', source: 'api', request_id: 'r-2', address: '203.0.113.7' },
  }),
  anAuditEntry(3, {
    date: toMinutesAgo(60 * 26),
    label: 'Link checked',
    eventType: 'link_page_checked',
    description: 'Checked the page of link “Desk lamp”',
    entity: 'link',
    actor: { kind: 'system', id: 'check-page', name: null },
    metadata: { action: 'link.check_page', source: 'job', request_id: 'r-3' },
    before: { title: null },
    after: { title: 'Desk lamp' },
  }),
  anAuditEntry(4, {
    date: toMinutesAgo(60 * 24 * 9),
    label: 'Project changed',
    eventType: 'project_updated',
    description: 'Renamed project “Reviews” to “Everyday Reviews”',
    entity: 'project',
    before: { name: 'Reviews' },
    after: { name: 'Everyday Reviews' },
  }),
  anAuditEntry(5, {
    date: toMinutesAgo(60 * 24 * 40),
    label: 'Registration',
    eventType: 'registration',
    description: 'Registered this account',
    entity: 'user',
    project: null,
    after: { organization: { name: 'Mia’s organization' } },
  }),
]

export const auditScenes: Scenes = {
  screen: 'settings-audit',
  address: '/settings/audit',
  title: 'Activity log · Settings · Linkshelf',
  answers: {
    [list]: ({ query }) => entries.filter(({ actor }) => [null, actor.kind].includes(query.get('actor'))),
    [`GET /v1/${orgId}/api-keys`]: () => [],
    [members]: () => [{ user_id: orgId, full_name: 'Mia Lindqvist', email: 'mia@example.org', role: 'owner' }],
  },
  states: [
    { name: 'loading', answers: { [list]: noReply }, shows: ['status', 'Loading'] },
    { name: 'error', answers: { [list]: internalError }, shows: ['heading', 'The activity log could not be loaded'], says: ['Retry'] },
    {
      name: 'no activity',
      address: '/settings/audit?actor=everyone',
      answers: { [list]: () => [] },
      shows: ['heading', 'No activity logs found.'],
      says: ['Account Activity Log'],
    },
    {
      name: 'nothing matches',
      address: '/settings/audit?search=velvet&group=link&days=7',
      answers: { [list]: () => [] },
      shows: ['heading', 'No activity logs found.'],
      says: ['Show all activity'],
    },
    {
      name: 'ready',
      shows: ['table', 'Account Activity Log'],
      says: ['Renamed project “Reviews” to “Everyday Reviews”', '9 days ago', '#7C3AED', 'Details'],
    },
    {
      name: 'by everyone',
      address: '/settings/audit?actor=everyone',
      shows: ['table', 'Account Activity Log'],
      says: ['Checked the page of link “Desk lamp”', 'Linkshelf'],
    },
    {
      name: 'with details',
      steps: async (page) => {
        await page.getByRole('table', { name: 'Account Activity Log' }).waitFor()
        for (const details of await page.locator('details').all()) await details.locator('summary').click()
      },
      shows: ['table', 'Account Activity Log'],
      says: ['Custom HTML', 'https://shop.example/headphones'],
    },
    {
      name: 'with more entries',
      answers: { [list]: () => new Reply(200, entries, { 'x-next-cursor': 'next' }) },
      shows: ['button', 'Load More'],
    },
  ],
}
