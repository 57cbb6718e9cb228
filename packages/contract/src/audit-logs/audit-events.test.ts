import { expect, it } from 'vitest'
import { type AuditAction, auditActions } from './audit.ts'
import type { AuditedChange } from './audit-changes.ts'
import { auditEventTypes } from './audit-event-types.ts'
import { auditEvents, listAuditActions } from './audit-events.ts'

const linkId = '0197a000-0000-7000-8000-000000000100'
const otherId = '0197a000-0000-7000-8000-000000000101'

function describe(action: AuditAction, before: AuditedChange['before'], after: AuditedChange['after']): string {
  return auditEvents[action].describe({ before, after })
}

it.each<[AuditAction, string, AuditedChange['before'], AuditedChange['after']]>([
  ['project.update', 'Renamed project “Shop” to “Store”', { name: 'Shop', status: 'active' }, { name: 'Store', status: 'active' }],
  [
    'project.update',
    'Changed name and status of project “Shop”',
    { name: 'Shop', status: 'active' },
    { name: 'Store', status: 'archived' },
  ],
  ['project.update', 'Saved project “Shop” without changes', { name: 'Shop', project_id: linkId }, { name: 'Shop', project_id: otherId }],
  [
    'store.update',
    'Changed main color of store “Finds”',
    { name: 'Finds', main_color: '#000000' },
    { name: 'Finds', main_color: '#ffffff' },
  ],
  [
    'store.update',
    'Changed 4 fields of store “Finds”',
    { name: 'Finds', a: 1, b: 1, c: 1, d: 1 },
    { name: 'Finds', a: 2, b: 2, c: 2, d: 2 },
  ],
  ['organization.update', 'Changed plan of organization “Mia”', { name: 'Mia', package: 'Free', dashboard_days: 30 }, { package: 'Pro' }],
  [
    'subscription.refund',
    'Refunded $9.00: a second payment of Lifetime',
    null,
    { amount: '$9.00', reason: 'a second payment of Lifetime' },
  ],
  ['subscription.change', 'Changed the plan from Free to Pro', { package: 'Free' }, { package: 'Pro', payment_period: 'yearly' }],
  ['link.create', 'Created link “summer”', null, { slug: 'summer', title: null }],
  ['link.delete', 'Deleted link “Brass lamp”', { [linkId]: { slug: 'summer', title: 'Brass lamp' } }, null],
  ['link.bulk_delete', 'Deleted 2 links', { [linkId]: { slug: 'a' }, [otherId]: { slug: 'b' } }, null],
  ['link.bulk_delete', 'Deleted link “Brass lamp”', { [linkId]: { slug: 'summer', title: 'Brass lamp' } }, null],
  ['link.restore', 'Restored link “summer”', null, { [linkId]: { slug: 'summer', title: null } }],
  ['link.erase', 'Erased deleted link “summer”', { [linkId]: { slug: 'summer' } }, null],
  ['link.bulk_create', 'Created 2 links', null, { [linkId]: { slug: 'a' }, [otherId]: { slug: 'b' } }],
  ['link.bulk_update', 'Changed 1 link', { [linkId]: { archived: false } }, { [linkId]: { archived: true } }],
  ['product.bulk_delete', 'Deleted product “Lamp”', { [linkId]: { name: 'Lamp' } }, null],
  [
    'link_import.import_rows',
    'Imported 2 links from “links.csv”, started by Mia',
    null,
    { full_name: 'Mia', [linkId]: { file_name: 'links.csv', line: 2 }, [otherId]: { file_name: 'links.csv', line: 4 } },
  ],
  ['link_import.import_rows', 'Imported 1 link', null, { lines: [2, 3], created: [linkId] }],
  [
    'link_import.undo_rows',
    'Deleted 2 imported links, started by Mia',
    { full_name: 'Mia', [linkId]: { slug: 'a', target: 'https://shop.example' }, [otherId]: { slug: 'b', target: 'https://shop.example' } },
    null,
  ],
  ['product_import.undo_rows', 'Deleted imported product “Lamp”', { [linkId]: { name: 'Lamp' } }, null],
  ['link_import.undo_rows', 'Deleted 0 imported products', null, null],
  ['youtube_channel.skip_video', 'Did not change video “Desk tour”', { state: 'planned' }, { name: 'Desk tour', state: 'failed' }],
  ['upload.create', 'Copied fonts', null, { families: ['Inter'] }],
  ['upload.encode', 'Compressed a picture of 1,200 × 800 px', null, { width: 1_200, height: 800 }],
  ['upload.find_look', 'Found the focus of a picture', null, { focus: { x: 0.8, y: 0.2 }, cutout: false, hue: 20 }],
  ['upload.delete', 'Deleted 2 pictures that nothing uses', { uploads: ['a', 'b'] }, null],
  ['product.draw_picture', 'Created share image of product “Lamp”', { name: 'Lamp', picture: null }, { name: 'Lamp', picture: 'digest' }],
  ['earnings.post_back', 'Sale A-11 received', null, { name: 'A-11', status: 'approved' }],
  ['earnings.match', 'Matched sale A-11 to a link', null, { name: 'A-11', by_click: 1, by_estimate: 0, unassigned: 0 }],
  ['earnings.match', 'Found no link for sale A-11', null, { name: 'A-11', by_click: 0, by_estimate: 0, unassigned: 1 }],
  ['earnings.match', 'Matched 3 of 4 sales to links', null, { by_click: 1, by_estimate: 2, unassigned: 1 }],
  ['earnings.match', 'Matched 5 of 6 sales to links', null, { by_click: 1, by_estimate: 2, by_product: 2, unassigned: 1 }],
  ['earnings.announce', 'Announced 1 new sale', null, { sales: 1 }],
  ['link.change_health', 'Link “summer” is broken', { slug: 'summer', status: 'failing' }, { slug: 'summer', status: 'broken' }],
  ['link.change_health', 'Link “summer” works again', { slug: 'summer', status: 'broken' }, { slug: 'summer', status: 'ok' }],
  ['clicks.delete', 'Deleted recorded clicks of “summer”', null, { full_name: 'summer' }],
  ['label.create', `Created label “${'x'.repeat(79)}…”`, null, { name: 'x'.repeat(200) }],
])('describes %s as “%s”', (action, sentence, before, after) => {
  expect(describe(action, before, after)).toBe(sentence)
})

it('describes entries of every action, even without values', () => {
  for (const action of auditActions) {
    expect(describe(action, null, null)).toMatch(/^[A-Z]\S+ \S/)
    expect(auditEvents[action].label).not.toBe('')
  }
})

/**
 * Actions whose objects have no name: accounts, sessions, own settings, exports, pictures, and objects that an
 * organization has only once.
 */
const nameless =
  /^(user|session|notifications|subscription|link_view|saved_report|amazon_migration|data_export|upload|feedback|earnings)\.|^(profile\.(set|remove)_avatar|organization\.create|invitation\.accept)$/
const aboutSales: readonly AuditAction[] = ['earnings.post_back', 'earnings.match']

it('names the object in the sentence of every action whose objects have names', () => {
  const fields = { name: 'Lamp', by_click: 1 }
  const named = auditActions.filter((action) => aboutSales.includes(action) || !nameless.test(action))
  const sentences = named.map((action) => [describe(action, null, fields), describe(action, null, { [linkId]: fields })])

  expect(sentences.filter((either) => !either.some((sentence) => sentence.includes('Lamp')))).toEqual([])
})

/** Event types that the specification prescribes. */
const specified = ['registration', 'subscription_change', 'youtube_migration', 'project_created', 'store_created']

it('has the event types of the specification, and for each other action a separate type that ends in the past tense', () => {
  const types = auditActions.map((action) => auditEventTypes[action])
  const others = types.filter((type) => !specified.includes(type))

  expect(specified.filter((type) => !types.includes(type))).toEqual([])
  expect(others.filter((type) => !/^[a-z]+(_[a-z]+)*_([a-z]+ed|sent|reset)$/.test(type))).toEqual([])
  expect(others.filter((type, index) => others.indexOf(type) !== index)).toEqual([])
  expect([auditEventTypes['user.register'], auditEventTypes['subscription.change'], auditEventTypes['youtube_channel.migrate']]).toEqual([
    'registration',
    'subscription_change',
    'youtube_migration',
  ])
  expect([auditEventTypes['project.create'], auditEventTypes['store.create'], auditEventTypes['product.create_url']]).toEqual([
    'project_created',
    'store_created',
    'product_url_created',
  ])
})

it('finds actions by event type, by group, and by the name that earlier versions served', () => {
  expect(listAuditActions({ eventType: 'store_created' })).toEqual(['store.create'])
  expect(listAuditActions({ eventType: 'product_url_created' })).toEqual(['product.create_url'])
  expect(listAuditActions({ group: 'label' })).toEqual(['label.create', 'label.update', 'label.delete'])
  expect(listAuditActions({ eventType: 'store_created', group: 'label' })).toEqual([])
  for (const action of auditActions) expect(listAuditActions({ eventType: action })).toEqual([action])
})
